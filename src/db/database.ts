// The database as the rest of the code sees it. Partner routes hold a `Database`, which yields nothing until it is told
// an account; jobs and operators' tools hold a `SystemDatabase` (db/system-database.ts).
import {
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';
import type { Pool } from 'pg';
import type { DB } from './schema.generated.ts';
import { StatementDriver } from './statement-driver.ts';

export type AccountDatabase = Kysely<DB>;
export type AccountTransaction = Transaction<DB>;

export interface Database {
  /** The database as this account may see it. Cheap: no connection is taken until a statement runs. */
  forAccount(accountId: string): AccountDatabase;
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

export function createDatabase(pool: Pool): Database {
  return { forAccount: (accountId) => kyselyOver(new StatementDriver(pool, accountId)) };
}

export function kyselyOver(driver: StatementDriver): Kysely<DB> {
  const dialect = {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  };
  const executor = new DefaultQueryExecutor(compiler, adapter, new DefaultConnectionProvider(driver));
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
}
