// The three database roles of requests and jobs, and the login role that may become them. The three have no password and
// no LOGIN: a connection switches to one of them with the `role` setting, and row-level security applies to that role. The
// login role owns nothing, inherits nothing and can become nothing else, so that an SQL injection cannot turn row-level
// security or triggers off (decision 0060).
import { type Client, escapeIdentifier } from 'pg';
import { createRoleSql, grantSql, loginSql } from './administrator-sql.ts';
import type { DatabaseRole } from './pool.ts';
import { sqlState } from './sql-state.ts';

/** Login role of the embedded server. With DATABASE_URL, its user is the login role. */
export const LOGIN_ROLE = 'waybill_login';

export interface Login {
  readonly name: string;
  /** Creates it if it does not exist; an administrator creates the login role of an external server, with a password. */
  readonly creates: boolean;
}

export const databaseRoles: readonly DatabaseRole[] = ['waybill_app', 'waybill_identity', 'waybill_system'];
const roleAttributes = 'nologin nobypassrls noinherit';
const loginAttributes = 'login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls';

/** SQLSTATEs raised when another process creates or grants the same role concurrently. */
const concurrentCreation = new Set(['42710', '23505', 'XX000']);
const INSUFFICIENT_PRIVILEGE = '42501';
const UNDEFINED_OBJECT = '42704';

/**
 * Creates and grants what is missing. Returns the SQL of everything that this user may not do, for an administrator;
 * nothing is missing if it is empty.
 */
export async function ensureRoles(owner: Client, login?: Login): Promise<string[]> {
  const statements: string[] = [];
  const create = (name: string, attributes: string) =>
    isPermitted(owner, `create role ${escapeIdentifier(name)} ${attributes}`);
  if (login && !(await roleExists(owner, login.name))) {
    const isCreated = login.creates && (await create(login.name, loginAttributes));
    if (!isCreated) statements.push(...loginSql(login.name, { isOwner: false }));
  }
  for (const role of databaseRoles)
    if (!(await roleExists(owner, role)) && !(await create(role, roleAttributes)))
      statements.push(createRoleSql(role, roleAttributes));
  const members = [await currentUser(owner), ...(login ? [login.name] : [])];
  const refused: { role: string; member: string }[] = [];
  for (const member of members)
    for (const role of await missingMemberships(owner, member))
      if (!(await isPermitted(owner, `grant ${role} to ${escapeIdentifier(member)}`)))
        refused.push({ role, member });
  if (refused.length > 0)
    statements.push(
      grantSql(unique(refused.map(({ role }) => role)), unique(refused.map(({ member }) => member))),
    );
  return statements;
}

async function roleExists(owner: Client, name: string): Promise<boolean> {
  return (await owner.query('select from pg_roles where rolname = $1', [name])).rows.length > 0;
}

async function currentUser(owner: Client): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('select current_user as name');
  return rows[0]?.name ?? '';
}

/**
 * A role or a member that does not exist counts as missing. From PostgreSQL 16 on, the creator of a role is a member that
 * may grant it but not become it: what counts is SET.
 */
async function missingMemberships(owner: Client, member: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select r.rolname as name from pg_roles m, pg_roles r
     where m.rolname = $1 and r.rolname = any($2) and pg_has_role(m.oid, r.oid,
       case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)`,
    [member, databaseRoles],
  );
  return databaseRoles.filter((role) => !rows.some(({ name }) => name === role));
}

/** Runs the statement; false if this user may not, or if it names a role that an administrator has yet to create. */
async function isPermitted(owner: Client, statement: string): Promise<boolean> {
  try {
    await owner.query(statement);
    return true;
  } catch (error) {
    const code = sqlState(error) ?? '';
    if (concurrentCreation.has(code)) return true;
    if (code === INSUFFICIENT_PRIVILEGE || code === UNDEFINED_OBJECT) return false;
    throw error;
  }
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
