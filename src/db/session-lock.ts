// Advisory lock for the length of a command, on a connection of its own: pools close idle connections, and PostgreSQL
// releases the lock with the connection, also if the process is killed.
import { Client } from 'pg';
import type { ConnectionOptions } from './pool.ts';

export interface SessionLock {
  /** Aborted when the connection, and with it the lock, is lost. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

const connectTimeoutMillis = 5_000;

/** null if another session holds the lock. */
export async function trySessionLock(
  connection: ConnectionOptions,
  name: string,
): Promise<SessionLock | null> {
  const lost = new AbortController();
  const client = new Client({
    ...connection,
    application_name: 'waybill:lock',
    connectionTimeoutMillis: connection.patienceMillis ?? connectTimeoutMillis,
    keepAlive: true,
  });
  client.on('error', (error) =>
    lost.abort(new Error('The connection to the database was lost.', { cause: error })),
  );
  await client.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [name],
    );
    if (rows[0]?.held) return { lost: lost.signal, release: () => client.end().catch(() => {}) };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end();
  return null;
}
