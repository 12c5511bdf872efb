// What the login role can do beyond becoming one of the three roles. It should be nothing.
import { Client } from 'pg';
import type { ConnectionOptions } from './pool.ts';

export type LoginPower =
  | 'superuser'
  | 'bypassrls'
  | 'createrole'
  | 'owner of the database'
  | 'owner of tables';

export async function powersOfLogin(connection: ConnectionOptions): Promise<LoginPower[]> {
  const client = new Client({ ...connection, application_name: 'waybill:login-check' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<LoginPower, boolean>>(
      `select r.rolsuper as superuser, r.rolbypassrls as bypassrls, r.rolcreaterole as createrole,
         pg_has_role(r.oid, d.datdba, 'member') as "owner of the database",
         exists (select from pg_class c where c.relname = 'booking' and pg_has_role(r.oid, c.relowner, 'member')) as "owner of tables"
       from pg_roles r, pg_database d where r.rolname = session_user and d.datname = current_database()`,
    );
    return (Object.entries(rows[0] ?? {}) as [LoginPower, boolean][]).flatMap(([power, has]) =>
      has ? [power] : [],
    );
  } finally {
    await client.end();
  }
}
