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
import type { Pool } from 'pg';
import type { DB } from './schema.generated.ts';
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
  return { forAccount: (accountId) => kyselyOver(new StatementDriver(pool, accountId, onCommit)) };
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
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
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
