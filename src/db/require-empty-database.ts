// Precondition of restore and import: the target database has no tables.
import { Client } from 'pg';
import { needsAdministrator } from './administrator-sql.ts';
import type { ConnectionOptions } from './pool.ts';
import { ensureRoles } from './roles.ts';

/** Fails if a table exists; creates the roles that a dump grants privileges to. */
export async function requireEmptyDatabase(connection: ConnectionOptions): Promise<void> {
  const owner = new Client({ ...connection, application_name: 'waybill:restore' });
  owner.on('error', () => {});
  await owner.connect();
  try {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
    );
    if (rows[0])
      throw new Error(
        `The database ${connection.database} is not empty: it contains the table ${rows[0].name}. Use an empty database.`,
      );
    const missing = await ensureRoles(owner);
    if (missing.length > 0) throw needsAdministrator(`The user ${owner.user} lacks roles.`, missing);
  } finally {
    await owner.end();
  }
}
