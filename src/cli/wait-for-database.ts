// Waits up to 30 s for a database that is still starting. Error messages never contain the password.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { canConnect } from '../db/can-connect.ts';
import type { ConnectionOptions } from '../db/pool.ts';

const timeoutMillis = 30_000;
const retryMillis = 500;

export async function waitForDatabase(connection: ConnectionOptions, log: Logger): Promise<void> {
  const deadline = performance.now() + timeoutMillis;
  for (;;) {
    const fault = await canConnect(connection);
    if (fault === null) return;
    const where = `${connection.user ?? ''}@${connection.host ?? 'localhost'}:${connection.port ?? 5432}/${connection.database ?? ''}`;
    if (!fault.isTransient || performance.now() > deadline) {
      throw new Error(
        `The database ${where} cannot be reached: ${fault.message}. Check DATABASE_URL and that the database server is running.`,
      );
    }
    log.warn({ where }, 'waiting for the database');
    await delay(retryMillis);
  }
}
