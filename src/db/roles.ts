// The three database roles of requests and jobs. They have no password and no LOGIN: a connection of the configured
// user switches to one of them with the `role` setting, and row-level security applies to that role.
import type { Client } from 'pg';
import type { DatabaseRole } from './pool.ts';

const roles: readonly DatabaseRole[] = ['waybill_app', 'waybill_identity', 'waybill_system'];

/** SQLSTATEs raised when another process creates or grants the same role concurrently. */
const concurrentCreation = new Set(['42710', '23505', 'XX000']);

export async function ensureRoles(owner: Client): Promise<void> {
  for (const role of roles) {
    const { rows } = await owner.query<{ role_exists: boolean; is_member: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role_exists,
              exists (select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')) as is_member`,
      [role],
    );
    if (!rows[0]?.role_exists)
      await runAsOwner(owner, `create role ${role} nologin nobypassrls noinherit`, role);
    if (!rows[0]?.is_member) await runAsOwner(owner, `grant ${role} to current_user`, role);
  }
}

async function runAsOwner(owner: Client, statement: string, role: DatabaseRole): Promise<void> {
  try {
    await owner.query(statement);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (concurrentCreation.has(code)) return;
    if (code !== '42501') throw error;
    throw new Error(
      `The database user is not allowed to create the role ${role}. Ask an administrator to run once:\n` +
        `  create role ${role} nologin; grant ${role} to ${owner.user ?? 'the user of DATABASE_URL'};`,
      { cause: error },
    );
  }
}
