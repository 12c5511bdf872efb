// Snapshot of tables that is restored past all constraints and triggers: for tests that corrupt data.
import { escapeIdentifier } from 'pg';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { queryAsOwner } from './database.ts';

export interface TableSnapshot {
  /** Executes statements without foreign keys and triggers. */
  corruptWith(statements: string): Promise<void>;
  restore(): Promise<void>;
}

export async function snapshotTables(
  connection: ConnectionOptions,
  names: readonly string[],
): Promise<TableSnapshot> {
  const tables = names.map((name) => escapeIdentifier(name));
  const run = (statements: string) =>
    queryAsOwner(connection, `begin; set local session_replication_role = replica; ${statements}; commit`);
  await run(
    `create schema kept; ${tables.map((table) => `create table kept.${table} as table ${table}`).join(';')}`,
  );
  const columns = await writableColumns(connection);
  return {
    corruptWith: async (statements) => {
      await run(statements);
    },
    restore: async () => {
      const put = names.map((name) => {
        const [table, list] = [escapeIdentifier(name), columns.get(name) ?? ''];
        return `delete from ${table};
          insert into ${table} (${list}) overriding system value select ${list} from kept.${table}`;
      });
      await run(put.join(';'));
    },
  };
}

/** Writable columns by table; generated columns cannot be restored. */
async function writableColumns(connection: ConnectionOptions): Promise<ReadonlyMap<string, string>> {
  const rows = await queryAsOwner<{ name: string; columns: string }>(
    connection,
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}
