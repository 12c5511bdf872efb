// Puts tables back as they were, past every constraint and trigger: for tests that break what cannot be broken.
import { escapeIdentifier } from 'pg';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { queryAsOwner } from './database.ts';

export interface KeptTables {
  /** One statement or several, with neither foreign keys nor triggers in the way. */
  breakWith(statements: string): Promise<void>;
  restore(): Promise<void>;
}

export async function keepTables(
  connection: ConnectionOptions,
  names: readonly string[],
): Promise<KeptTables> {
  const tables = names.map((name) => escapeIdentifier(name));
  const run = (statements: string) =>
    queryAsOwner(connection, `begin; set local session_replication_role = replica; ${statements}; commit`);
  await run(
    `create schema kept; ${tables.map((table) => `create table kept.${table} as table ${table}`).join(';')}`,
  );
  return {
    breakWith: async (statements) => {
      await run(statements);
    },
    restore: async () => {
      const put = tables.map(
        (table) => `delete from ${table}; insert into ${table} select * from kept.${table}`,
      );
      await run(put.join(';'));
    },
  };
}
