// Tries a connection once.
import { Client } from 'pg';
import type { ConnectionOptions } from './pool.ts';

/** Wrong password, unknown user, unknown database: waiting will not mend these. */
const lasting = /^(?:28|3D)/;

export interface ConnectFault {
  readonly message: string;
  /** Whether it may go away by itself. */
  readonly mayPass: boolean;
}

export async function canConnect(connection: ConnectionOptions): Promise<ConnectFault | null> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return {
      message: error instanceof Error ? error.message || code : String(error),
      mayPass: !lasting.test(code),
    };
  } finally {
    await client.end().catch(() => {});
  }
}
