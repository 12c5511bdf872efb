// One look at a database that is probably complete, as at every start but the first: one connection, one statement. If
// anything is missing or unexpected, the checks of `prepareToMigrate` explain and repair it.
import { Client } from 'pg';
import { migrationNames } from './migration-names.ts';
import type { ConnectionOptions } from './pool.ts';
import { MIGRATION_TABLE } from './require-own-schema.ts';
import { databaseRoles, type Login } from './roles.ts';

/** Longer waits are left to `waitForDatabases`, which announces them. */
const connectMillis = 2_000;

interface State {
  readonly applied: readonly string[];
  readonly is_own: boolean;
  readonly memberships: number;
  readonly is_readable: boolean;
}

/**
 * Whether exactly the migrations of this build are applied, the user owns them, and all roles are granted to it and to the
 * login role. False if the database cannot be reached.
 */
export async function isUpToDate(connection: ConnectionOptions, login?: Login): Promise<boolean> {
  const client = new Client({
    ...connection,
    application_name: 'waybill:migrate',
    connectionTimeoutMillis: connectMillis,
    query_timeout: connectMillis,
  });
  client.on('error', () => {});
  try {
    const [known] = await Promise.all([migrationNames(), client.connect()]);
    const members = [client.user ?? '', ...(login ? [login.name] : [])];
    const { rows } = await client.query<State>(stateSql, [databaseRoles, members]);
    const [state] = rows;
    return (
      state?.is_own === true &&
      state.is_readable &&
      state.memberships === databaseRoles.length * new Set(members).size &&
      state.applied.length === known.length &&
      known.every((name, index) => name === state.applied[index])
    );
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** PostgreSQL 16 and later: what counts is SET (roles.ts). Older servers take the long way. */
const stateSql = `
  select array(select name::text from public.${MIGRATION_TABLE} order by name collate "C") as applied,
    pg_has_role(t.relowner, 'usage') as is_own,
    (select count(*)::int from pg_roles m, pg_roles r
     where m.rolname = any($2) and r.rolname = any($1) and pg_has_role(m.oid, r.oid, 'set')) as memberships,
    (select bool_and(has_table_privilege(r.oid, t.oid, 'select')) from pg_roles r where r.rolname = any($1)) as is_readable
  from pg_class t where t.oid = 'public.${MIGRATION_TABLE}'::regclass`;
