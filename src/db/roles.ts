// The three database roles of requests and jobs, and the login role that may become them. The three have no password and
// no LOGIN: a connection switches to one of them with the `role` setting, and row-level security applies to that role. The
// login role owns nothing, inherits nothing and can become nothing else, so that an SQL injection cannot turn row-level
// security or triggers off (decision 0060).
import { type Client, escapeIdentifier } from 'pg';
import type { DatabaseRole } from './pool.ts';

/** Login role of the embedded server. With DATABASE_URL, its user is the login role. */
export const LOGIN_ROLE = 'waybill_login';

export interface Login {
  readonly name: string;
  /** Creates it if it does not exist; an administrator creates the login role of an external server, with a password. */
  readonly creates: boolean;
}

const roles: readonly DatabaseRole[] = ['waybill_app', 'waybill_identity', 'waybill_system'];

/** SQLSTATEs raised when another process creates or grants the same role concurrently. */
const concurrentCreation = new Set(['42710', '23505', 'XX000']);

export async function ensureRoles(owner: Client, login?: Login): Promise<void> {
  if (login?.creates) await ensureLogin(owner, login.name);
  for (const role of roles) {
    const { rows } = await owner.query<{ role_exists: boolean; is_member: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role_exists,
              exists (select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')) as is_member`,
      [role],
    );
    if (!rows[0]?.role_exists)
      await runAsOwner(owner, `create role ${role} nologin nobypassrls noinherit`, role);
    if (!rows[0]?.is_member) await runAsOwner(owner, `grant ${role} to current_user`, role);
    if (login && !(await isMember(owner, login.name, role)))
      await runAsOwner(owner, `grant ${role} to ${escapeIdentifier(login.name)}`, role, login.name);
  }
}

async function ensureLogin(owner: Client, name: string): Promise<void> {
  const { rows } = await owner.query('select from pg_roles where rolname = $1', [name]);
  if (rows.length > 0) return;
  const attributes = 'login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls';
  await runAsOwner(owner, `create role ${escapeIdentifier(name)} ${attributes}`, name);
}

async function isMember(owner: Client, login: string, role: DatabaseRole): Promise<boolean> {
  const { rows } = await owner.query<{ is_member: boolean }>(
    "select pg_has_role(r.oid, $2, 'member') as is_member from pg_roles r where r.rolname = $1",
    [login, role],
  );
  const [found] = rows;
  if (!found) throw new Error(`The database has no user ${login}. Create it, or correct DATABASE_URL.`);
  return found.is_member;
}

async function runAsOwner(
  owner: Client,
  statement: string,
  role: string,
  member: string = owner.user ?? 'the user of DATABASE_URL',
): Promise<void> {
  try {
    await owner.query(statement);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (concurrentCreation.has(code)) return;
    if (code !== '42501') throw error;
    throw new Error(
      `The database user is not allowed to create the role ${role}. Ask an administrator to run once:\n` +
        `  create role ${role} nologin; grant ${role} to ${member};`,
      { cause: error },
    );
  }
}
