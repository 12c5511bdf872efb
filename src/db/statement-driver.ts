// Kysely driver. Differences from the stock PostgreSQL driver: every statement is prepared under a name, so PostgreSQL
// plans it once per connection; the tenant setting is sent without an extra round trip; only transactions hold a
// connection of their own.
import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { CompiledQuery } from 'kysely';
import type { QueryResult as PgResult, QueryConfig } from 'pg';
import { isUuid } from '../lib/ids.ts';
import { runImplicitTransaction } from './implicit-transaction.ts';
import { OpenTransaction } from './open-transaction.ts';
import type { PipelinedPool } from './pipelined-pool.ts';
import { takeConnection } from './pool-waits.ts';
import type { SqlText } from './statement.ts';

/**
 * Limit of named statements. More distinct texts indicate unbounded dynamic SQL, which would fill the server's memory
 * with prepared statements.
 */
const maxNamedStatements = 2_000;
const statementNames = new Map<string, string>();

function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= maxNamedStatements) return known;
  const name = `w${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

function prepared(text: string, values: readonly unknown[]): QueryConfig {
  const statement: QueryConfig = { text, values: [...values] };
  const name = statementName(text);
  if (name) statement.name = name;
  return statement;
}

const commit: SqlText = { text: 'commit', values: [] };

/** Called after a transaction that requested it has committed. Must be fast and must not throw. */
export type OnCommit = () => void;

export class StatementDriver implements Driver {
  readonly #pipelined: PipelinedPool;
  readonly #accountId: string | null;
  readonly #onCommit: OnCommit | undefined;

  /** With an account id, every statement runs for that account; with null, the role of the pool alone decides. */
  constructor(pipelined: PipelinedPool, accountId: string | null, onCommit?: OnCommit) {
    if (accountId !== null && !isUuid(accountId)) throw new Error('the account id must be a UUID');
    this.#pipelined = pipelined;
    this.#accountId = accountId;
    this.#onCommit = onCommit;
  }

  /** Runs a statement outside a transaction. */
  run({ text, values }: SqlText): Promise<PgResult> {
    return this.#pipelined.run(prepared(text, values), this.#accountId);
  }

  /** Runs a whole transaction in one round trip. */
  async executeTransaction(statements: readonly SqlText[], notifiesCommit: boolean): Promise<void> {
    const all = statements.map(({ text, values }) => prepared(text, values));
    await runImplicitTransaction(this.#pipelined.pool, this.#accountId, all);
    if (notifiesCommit) this.#onCommit?.();
  }

  /** Runs a whole transaction in one round trip and returns the rows of each statement. */
  async queryTransaction(statements: readonly SqlText[]): Promise<unknown[][]> {
    const transaction = await openTransaction(this.#pipelined, this.#accountId, 'start transaction');
    try {
      // After a failed statement, COMMIT rolls back.
      const all = [...statements, commit].map(({ text, values }) => prepared(text, values));
      const results = await transaction.runAll(all);
      return results.slice(0, statements.length).map(({ rows }): unknown[] => rows);
    } finally {
      transaction.release();
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<StatementConnection> {
    return new StatementConnection(this.#pipelined, this.#accountId);
  }

  async beginTransaction(connection: StatementConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    await connection.begin(`start transaction${isolation}`);
  }

  async commitTransaction(connection: StatementConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    if (connection.notifiesCommit) this.#onCommit?.();
  }

  async rollbackTransaction(connection: StatementConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: StatementConnection): Promise<void> {
    connection.release();
  }

  /** The creator of the pool ends it. */
  async destroy(): Promise<void> {}
}

async function openTransaction(
  { pool }: PipelinedPool,
  accountId: string | null,
  statement: string,
): Promise<OpenTransaction> {
  // `set local` ends with the transaction, so the session-level tenant setting applies again afterwards.
  const opening = accountId ? `${statement}; set local waybill.account_id = '${accountId}'` : statement;
  return new OpenTransaction(await takeConnection(pool), opening);
}

/** Holds a connection only during a transaction. */
export class StatementConnection implements DatabaseConnection {
  /** Whether the commit of the current transaction invokes the `OnCommit` callback. */
  notifiesCommit = false;
  readonly #pipelined: PipelinedPool;
  readonly #accountId: string | null;
  #transaction: OpenTransaction | null = null;

  constructor(pipelined: PipelinedPool, accountId: string | null) {
    this.#pipelined = pipelined;
    this.#accountId = accountId;
  }

  async begin(statement: string): Promise<void> {
    this.#transaction = await openTransaction(this.#pipelined, this.#accountId, statement);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = prepared(sql, parameters);
    const result = await (this.#transaction?.run(statement) ??
      this.#pipelined.run(statement, this.#accountId));
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  release(): void {
    this.#transaction?.release();
    this.#transaction = null;
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported; read in pages');
  }
}
