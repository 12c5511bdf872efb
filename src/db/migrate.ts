// Migrator: creates the roles, then applies the numbered SQL files in migrations/, forward only. Kysely's migrator
// takes a lock, so several processes may start at once: one migrates, the others wait and find nothing pending.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import { Client, Pool } from 'pg';
import { EXIT, ExitError } from '../lib/exit-error.ts';
import { needsAdministrator } from './administrator-sql.ts';
import { migrationNames, migrationsFolder } from './migration-names.ts';
import type { ConnectionOptions } from './pool.ts';
import { MIGRATION_TABLE, recordVersionSql, requireOwnSchema } from './require-own-schema.ts';
import { ensureRoles, type Login } from './roles.ts';
import { isLockTimeout } from './sql-state.ts';

const minServerVersion = 150_000;

/**
 * A migration that waits for a table lock blocks every later statement on that table. It therefore gives up after
 * `lockTimeoutMillis`, lets the queue drain, and retries. The same retry loop waits for another migrating process.
 */
const lockTimeoutMillis = 1_000;
const retryPauseMillis = 300;
const patienceMillis = 10 * 60_000;

export interface MigrationOptions {
  readonly folder?: URL;
  /** The role that requests and jobs log in as, if it is not the owner. */
  readonly login?: Login;
}

/** Applies the pending migrations and returns their names. `connection` logs in as the owner of the database. */
export async function migrate(
  connection: ConnectionOptions,
  { folder = migrationsFolder, login }: MigrationOptions = {},
): Promise<readonly string[]> {
  await prepareToMigrate(connection, { folder, ...(login && { login }) });
  return applyMigrations(connection, folder);
}

/** Checks everything that would make migrations fail, and creates the roles. Changes no table. */
export async function prepareToMigrate(
  connection: ConnectionOptions,
  { folder = migrationsFolder, login }: MigrationOptions = {},
): Promise<void> {
  const owner = new Client({ ...connection, application_name: 'waybill:migrate' });
  owner.on('error', () => {});
  await owner.connect();
  try {
    await requireServerVersion(owner);
    const rights = await requireOwnSchema(owner, await migrationNames(folder));
    const missing = [...(await ensureRoles(owner, login)), ...rights];
    if (missing.length > 0)
      throw needsAdministrator(
        `The user ${owner.user} lacks roles or rights in the database ${connection.database}.`,
        missing,
        connection.database,
      );
  } finally {
    await owner.end();
  }
}

/** Requires `prepareToMigrate`. */
export async function applyMigrations(
  connection: ConnectionOptions,
  folder = migrationsFolder,
): Promise<readonly string[]> {
  const giveUpAt = performance.now() + patienceMillis;
  for (;;) {
    try {
      return await runMigrations(connection, folder);
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > giveUpAt) throw error;
      await delay(retryPauseMillis);
    }
  }
}

/** Names of migrations that this build contains and the database has not applied. */
export async function pendingMigrations(applied: readonly string[]): Promise<string[]> {
  const known = await migrationNames();
  return known.filter((name) => !applied.includes(name));
}

async function runMigrations(connection: ConnectionOptions, folder: URL): Promise<readonly string[]> {
  const pool = new Pool({
    ...connection,
    max: 1,
    application_name: 'waybill:migrate',
    options: `-c lock_timeout=${lockTimeoutMillis}`,
  });
  // A lost connection also fails the statement. Without these handlers its error event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => readMigrations(folder) },
      migrationTableName: MIGRATION_TABLE,
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error(String(error));
    // Every role reads this table for the readiness check.
    await sql`grant select on migration to waybill_app, waybill_identity, waybill_system`.execute(db);
    if (results.length > 0) await sql.raw(recordVersionSql()).execute(db);
    return results.map(({ migrationName }) => migrationName);
  } finally {
    await db.destroy();
  }
}

async function requireServerVersion(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  const [server] = rows;
  if (!server || server.number < minServerVersion) {
    throw new ExitError(
      `PostgreSQL 15 or later is required; this server runs ${server?.version}. Upgrade the server.`,
      EXIT.configuration,
    );
  }
}

async function readMigrations(folder: URL): Promise<Record<string, Migration>> {
  const names = await migrationNames(folder);
  const entries = names.map(async (name) => {
    const text = await readFile(new URL(`${name}.sql`, folder), 'utf8');
    return [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
