// Waits until another process, such as a job of the deployment, has applied the migrations of this build (MIGRATIONS=wait).
// The process then needs no credentials of the owner. A newer schema is fine: a version keeps working on the schema of the
// next one, so that a process of the old version can start during a rolling update.
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { EXIT, ExitError } from '../lib/exit-error.ts';
import { grantSql, needsAdministrator } from './administrator-sql.ts';
import { pendingMigrations } from './migrate.ts';
import type { ConnectionOptions } from './pool.ts';
import { MIGRATION_TABLE } from './require-own-schema.ts';
import { databaseRoles } from './roles.ts';

const retryMillis = 1_000;
const connectMillis = 5_000;

/** Before the first migration: no role, or no table. */
const notMigrated = new Set(['22023', '42704', '42P01']);
const MAY_NOT_BECOME_ROLE = '42501';

export interface MigrationWait {
  readonly seconds: number;
  readonly stopping: AbortSignal | undefined;
  /** Called once, if migrations are missing. */
  readonly announce: (pending: readonly string[]) => void;
}

/** A server that is not reachable meanwhile, for example because it restarts, is waited for too. */
export async function waitForMigrations(
  login: ConnectionOptions,
  { seconds, stopping, announce }: MigrationWait,
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  for (let isAnnounced = false; ; isAnnounced = true) {
    stopping?.throwIfAborted();
    const state = await readMigrations(login);
    const pending = await pendingMigrations(state.applied);
    if (pending.length === 0) return;
    if (!isAnnounced) announce(pending);
    if (performance.now() > deadline) throw state.failure ?? missingMigrations(login, pending);
    await delay(retryMillis, undefined, { ...(stopping && { signal: stopping }) });
  }
}

interface MigrationState {
  readonly applied: readonly string[];
  /** Why they could not be read, if not because there are none. */
  readonly failure: Error | null;
}

async function readMigrations(login: ConnectionOptions): Promise<MigrationState> {
  const client = new Client({
    ...login,
    application_name: 'waybill:migrations',
    connectionTimeoutMillis: connectMillis,
    query_timeout: connectMillis,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('set role waybill_app');
    const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATION_TABLE}`);
    return { applied: rows.map(({ name }) => name), failure: null };
  } catch (error) {
    return { applied: [], failure: explain(login, error) };
  } finally {
    await client.end().catch(() => {});
  }
}

function explain({ user = '', database = '' }: ConnectionOptions, error: unknown): Error | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (notMigrated.has(code)) return null;
  if (code === MAY_NOT_BECOME_ROLE)
    return needsAdministrator(
      `The user ${user} of DATABASE_URL may not become the roles of Waybill. "waybill migrate" grants them if DATABASE_URL names the same user there.`,
      [grantSql(databaseRoles, [user])],
    );
  const message = error instanceof Error ? error.message : String(error);
  return new ExitError(
    `The migrations of the database ${database} could not be read: ${message}.`,
    EXIT.unavailable,
  );
}

function missingMigrations({ database }: ConnectionOptions, pending: readonly string[]): ExitError {
  return new ExitError(
    `The database ${database} lacks ${pending.length} migrations from ${pending[0]} on, and MIGRATIONS=wait leaves them to another process. Run "waybill migrate" with the owner of the database in MIGRATION_DATABASE_URL.`,
    EXIT.unavailable,
  );
}
