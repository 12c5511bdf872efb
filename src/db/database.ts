// The database as the rest of the code sees it. Partner routes hold a `Database`, which yields nothing until it is told
// an account; jobs and operators' tools hold a `SystemDatabase` (db/system-database.ts).
import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { LoneStatements } from './pipelined-pool.ts';
import type { DB } from './schema.generated.ts';
import { addShortcut } from './statement.ts';
import { type OnCommit, StatementConnection, StatementDriver } from './statement-driver.ts';

export type AccountDatabase = Kysely<DB>;
export type AccountTransaction = Transaction<DB>;

export interface Database {
  /** The database as this account may see it. Cheap: no connection is taken until a statement runs. */
  forAccount(accountId: string): AccountDatabase;
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

export function createDatabase(pool: Pool, onCommit?: OnCommit): Database {
  const lone = new LoneStatements(pool);
  const known = new LRUCache<string, AccountDatabase>({
    max: 1_000,
    memoMethod: (accountId) => kyselyOver(new StatementDriver(lone, accountId, onCommit)),
  });
  return { forAccount: (accountId) => known.memo(accountId) };
}

/** Whoever opened the database is told as soon as this transaction has committed, and not if it never does. */
export async function tellCommit(trx: AccountTransaction): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof StatementConnection) connection.tellsCommit = true;
  });
}

export function kyselyOver(driver: StatementDriver): Kysely<DB> {
  const dialect = {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  };
  const executor = new PipeliningExecutor(compiler, adapter, new DefaultConnectionProvider(driver));
  const db = new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
  addShortcut(db, driver);
  return db;
}

/**
 * Kysely holds back a statement of a transaction until the one before is answered. Here statements that are started
 * together (`Promise.all`) go out together: the connection keeps them in order, and they cost one round trip.
 */
class PipeliningExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    let connection: Promise<DatabaseConnection> | undefined;
    return super.withConnectionProvider({
      provideConnection: async (consumer) => {
        connection ??= provider.provideConnection(async (only) => only);
        return consumer(await connection);
      },
    });
  }
}
