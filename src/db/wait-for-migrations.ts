// Waits until another process, such as a job of the deployment, has applied the migrations of this build (MIGRATIONS=wait).
// The process then needs no credentials of the owner. A newer schema is fine: a version keeps working on the schema of the
// next one, so that a process of the old version can start during a rolling update.
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { EXIT, ExitError } from '../lib/exit-error.ts';
import { pendingMigrations } from './migrate.ts';
import type { ConnectionOptions } from './pool.ts';
import { MIGRATION_TABLE } from './require-own-schema.ts';

const retryMillis = 1_000;

/** Before the first migration: no role, no right to become it, no table. */
const notMigrated = new Set(['22023', '42501', '42704', '42P01']);

export interface MigrationWait {
  readonly seconds: number;
  readonly stopping: AbortSignal | undefined;
  /** Called once, if migrations are missing. */
  readonly announce: (pending: readonly string[]) => void;
}

export async function waitForMigrations(
  login: ConnectionOptions,
  { seconds, stopping, announce }: MigrationWait,
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  for (let isAnnounced = false; ; isAnnounced = true) {
    stopping?.throwIfAborted();
    const pending = await pendingMigrations(await appliedMigrations(login));
    if (pending.length === 0) return;
    if (!isAnnounced) announce(pending);
    if (performance.now() > deadline)
      throw new ExitError(
        `The database ${login.database} lacks ${pending.length} migrations from ${pending[0]} on, and MIGRATIONS=wait leaves them to another process. Run "waybill migrate" with the owner of the database in MIGRATION_DATABASE_URL.`,
        EXIT.unavailable,
      );
    await delay(retryMillis, undefined, { ...(stopping && { signal: stopping }) });
  }
}

async function appliedMigrations(login: ConnectionOptions): Promise<string[]> {
  const client = new Client({ ...login, application_name: 'waybill:migrations' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set role waybill_app');
    const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATION_TABLE}`);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && notMigrated.has(String(error.code))) return [];
    throw error;
  } finally {
    await client.end();
  }
}
