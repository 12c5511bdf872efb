// Database handles. Partner routes get a `Database`, which gives access only after `forAccount`; jobs, the console and
// commands get a `SystemDatabase` (db/system-database.ts), which sees every account.
import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type {
  AnyTransaction,
  BrandedDatabase,
  BrandedTransaction,
  DatabaseRoleBrand,
} from './branded-database.ts';
import { PipelinedPool } from './pipelined-pool.ts';
import type { DB } from './schema.generated.ts';
import { registerDriver } from './statement.ts';
import { type OnCommit, StatementConnection, StatementDriver } from './statement-driver.ts';

export type AccountDatabase = BrandedDatabase<'account'>;
export type AccountTransaction = BrandedTransaction<'account'>;

export interface Database {
  /**
   * Account database: row-level security limits it to this account. Cheap: takes no connection until a statement runs.
   */
  forAccount(accountId: string): AccountDatabase;
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

export function createDatabase(pool: Pool, onCommit?: OnCommit): Database {
  const pipelined = new PipelinedPool(pool);
  const databases = new LRUCache<string, AccountDatabase>({
    max: 1_000,
    memoMethod: (accountId) => createKysely<'account'>(new StatementDriver(pipelined, accountId, onCommit)),
  });
  return { forAccount: (accountId) => databases.memo(accountId) };
}

/**
 * Requests the `OnCommit` callback of this database for this transaction. It runs after the commit, never after a
 * rollback.
 */
export async function notifyOnCommit(trx: AnyTransaction): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof StatementConnection) connection.notifiesCommit = true;
  });
}

export function createKysely<Role extends DatabaseRoleBrand>(driver: StatementDriver): BrandedDatabase<Role> {
  const dialect = {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  };
  const executor = new PipeliningExecutor(compiler, adapter, new DefaultConnectionProvider(driver));
  const db = new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
  registerDriver(db, driver);
  // The brand exists only for the compiler.
  return db as BrandedDatabase<Role>;
}

/**
 * Executor that pipelines the statements of a transaction. Kysely's own waits for each result before it sends the next
 * statement; here statements started together (`Promise.all`) are sent together and cost one round trip. The connection
 * preserves their order.
 */
class PipeliningExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    let connection: Promise<DatabaseConnection> | undefined;
    return super.withConnectionProvider({
      provideConnection: async (consumer) => {
        connection ??= provider.provideConnection(async (acquired) => acquired);
        return consumer(await connection);
      },
    });
  }
}
