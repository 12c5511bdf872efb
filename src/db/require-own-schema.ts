// Preconditions of the migrations, checked before anything is changed: the database is empty or belongs to Waybill, was
// not migrated by a newer version, and its user owns the tables and may create new ones.
import { type Client, escapeIdentifier } from 'pg';
import { EXIT, ExitError } from '../lib/exit-error.ts';
import { readVersion } from '../lib/version.ts';

/** Tables of the migrator, which exist before the first migration. */
export const MIGRATION_TABLE = 'migration';
const migratorTables = [MIGRATION_TABLE, 'kysely_migration_lock'];

/**
 * `known` are the migrations of this build. Returns the SQL of missing rights, for an administrator; refuses a database
 * that no right can fix.
 */
export async function requireOwnSchema(owner: Client, known: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ database: string; user: string; can_create: boolean }>(
    `select current_database() as database, current_user as user,
       coalesce((select has_schema_privilege(oid, 'create') from pg_namespace where nspname = 'public'), false) as can_create`,
  );
  const [{ database, user, can_create: canCreate } = { database: '', user: '', can_create: false }] = rows;
  // Tables are read before the names of migrations: the first migration commits both together.
  const tables = await listTables(owner);
  const foreignOwner = tables.find(({ name, is_own: isOwn }) => name === MIGRATION_TABLE && !isOwn)?.owner;
  if (foreignOwner !== undefined) throw notTheOwner(database, user, foreignOwner);
  const applied = tables.some(({ name }) => name === MIGRATION_TABLE) ? await appliedMigrations(owner) : [];
  const others = tables.filter(({ name }) => !migratorTables.includes(name));
  const isOurs = applied.includes(known[0] ?? '') || (applied.length === 0 && others.length === 0);
  if (!isOurs) throw anotherApplication(database, others[0]?.name ?? MIGRATION_TABLE);
  const newest = applied.filter((name) => !known.includes(name)).at(-1);
  if (newest !== undefined) throw newerSchema(database, newest, known, await migratedBy(owner));
  const isComplete = known.every((name) => applied.includes(name));
  return canCreate || isComplete
    ? []
    : [`grant usage, create on schema public to ${escapeIdentifier(user)};`];
}

/** Recorded as a comment of the table: older versions read it to name the version that they need. */
export function recordVersionSql(): string {
  return `comment on table ${MIGRATION_TABLE} is 'Migrated by Waybill ${readVersion()}'`;
}

interface Table {
  readonly name: string;
  readonly owner: string;
  readonly is_own: boolean;
}

/** Without tables of extensions, such as PostGIS. */
async function listTables(owner: Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select c.relname as name, pg_get_userbyid(c.relowner) as owner, pg_has_role(c.relowner, 'usage') as is_own
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not exists (
       select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
  );
  return rows;
}

/** In order. The table may be that of another application, with other columns. */
async function appliedMigrations(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string | null }>(
    `select to_jsonb(m) ->> 'name' as name from public.${MIGRATION_TABLE} m order by 1`,
  );
  return rows.map(({ name }) => name ?? '');
}

async function migratedBy(owner: Client): Promise<string | null> {
  const { rows } = await owner.query<{ comment: string | null }>(
    `select obj_description('public.${MIGRATION_TABLE}'::regclass, 'pg_class') as comment`,
  );
  return /^Migrated by Waybill (\S+)$/.exec(rows[0]?.comment ?? '')?.[1] ?? null;
}

function newerSchema(
  database: string,
  newest: string,
  known: readonly string[],
  version: string | null,
): ExitError {
  const own = readVersion();
  const needed = version === null || version === own ? 'the newer version' : `Waybill ${version} or newer`;
  return new ExitError(
    `The database ${database} was migrated by a newer Waybill: it contains the migration ${newest}, and this version (${own}) knows migrations up to ${known.at(-1)}. Start ${needed}; to use this version, restore a backup that it made into an empty database.`,
    EXIT.configuration,
  );
}

function anotherApplication(database: string, table: string): ExitError {
  return new ExitError(
    `The database ${database} contains tables of another application, such as ${table}. Nothing was changed. Set DATABASE_URL to an empty database or to the database of Waybill.`,
    EXIT.configuration,
  );
}

function notTheOwner(database: string, user: string, owner: string): ExitError {
  return new ExitError(
    `The tables of the database ${database} belong to the user ${owner}, and ${user} cannot migrate them. Set MIGRATION_DATABASE_URL (SANDBOX_MIGRATION_DATABASE_URL for the sandbox) to log in as ${owner}.`,
    EXIT.configuration,
  );
}
