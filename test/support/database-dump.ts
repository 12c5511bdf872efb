// The contents of all tables as text: what could be read in a stolen copy of the database.
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { queryAsOwner } from './database.ts';

/** One line per row of every table. */
export async function dumpOf(connection: ConnectionOptions): Promise<string> {
  const tables = await queryAsOwner<{ name: string }>(
    connection,
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await queryAsOwner<{ text: string }>(
        connection,
        `select to_json(t)::text as text from ${name} t`,
      );
      return rows.map(({ text }) => `${name} ${text}`).join('\n');
    }),
  );
  return texts.join('\n');
}
