// Connection probe: one attempt, no retries.
import { Client } from 'pg';
import type { ConnectionOptions } from './pool.ts';

/** SQLSTATE classes that a retry cannot fix: 28 (authentication) and 3D (unknown database). */
const permanentErrors = /^(?:28|3D)/;

export interface ConnectFailure {
  readonly message: string;
  /** True if a retry may succeed. */
  readonly isTransient: boolean;
}

export async function canConnect(connection: ConnectionOptions): Promise<ConnectFailure | null> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return {
      message: error instanceof Error ? error.message || code : String(error),
      isTransient: !permanentErrors.test(code),
    };
  } finally {
    await client.end().catch(() => {});
  }
}
