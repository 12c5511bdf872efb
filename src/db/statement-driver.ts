// The Kysely driver. It differs from the stock one in three ways: every statement is prepared under a name, so PostgreSQL
// plans it once per connection; a connection is told which account it works for, without a further round trip; and only
// transactions have a connection to themselves.
import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { CompiledQuery } from 'kysely';
import type { QueryResult as PgResult, QueryConfig } from 'pg';
import { isUuid } from '../lib/ids.ts';
import { OpenTransaction } from './open-transaction.ts';
import type { LoneStatements } from './pipelined-pool.ts';
import type { Words } from './statement.ts';

/** Beyond this many different texts something builds SQL without end, and names would only fill the server's memory. */
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

const commit: Words = { text: 'commit', values: [] };

/** Called when a transaction that asked for it has committed. It must be quick and must not throw. */
export type OnCommit = () => void;

export class StatementDriver implements Driver {
  readonly #lone: LoneStatements;
  readonly #accountId: string | null;
  readonly #onCommit: OnCommit | undefined;

  /** With an account id, every statement runs for that account; without, the role of the pool decides alone. */
  constructor(lone: LoneStatements, accountId: string | null, onCommit?: OnCommit) {
    if (accountId !== null && !isUuid(accountId)) throw new Error('an account id is a uuid');
    this.#lone = lone;
    this.#accountId = accountId;
    this.#onCommit = onCommit;
  }

  /** Outside any transaction. */
  run({ text, values }: Words): Promise<PgResult> {
    return this.#lone.run(prepared(text, values), this.#accountId);
  }

  /** All of a transaction in one round trip. */
  async writeAtOnce(statements: readonly Words[], tellsCommit: boolean): Promise<void> {
    const transaction = await openTransaction(this.#lone, this.#accountId, 'start transaction');
    try {
      // After a failure the commit undoes what came before, and changes nothing.
      const all = [...statements, commit];
      await transaction.runAll(all.map(({ text, values }) => prepared(text, values)));
    } finally {
      transaction.release();
    }
    if (tellsCommit) this.#onCommit?.();
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<StatementConnection> {
    return new StatementConnection(this.#lone, this.#accountId);
  }

  async beginTransaction(connection: StatementConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    await connection.begin(`start transaction${isolation}`);
  }

  async commitTransaction(connection: StatementConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    if (connection.tellsCommit) this.#onCommit?.();
  }

  async rollbackTransaction(connection: StatementConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: StatementConnection): Promise<void> {
    connection.release();
  }

  /** The pool belongs to whoever made it. */
  async destroy(): Promise<void> {}
}

async function openTransaction(
  { pool }: LoneStatements,
  accountId: string | null,
  statement: string,
): Promise<OpenTransaction> {
  // `set local` ends with the transaction, so what the connection was told before holds again afterwards.
  const opening = accountId ? `${statement}; set local waybill.account_id = '${accountId}'` : statement;
  return new OpenTransaction(await pool.connect(), opening);
}

/** Takes a connection of its own only when a transaction begins. */
export class StatementConnection implements DatabaseConnection {
  /** Whether the commit of the transaction in hand is to be told. */
  tellsCommit = false;
  readonly #lone: LoneStatements;
  readonly #accountId: string | null;
  #transaction: OpenTransaction | null = null;

  constructor(lone: LoneStatements, accountId: string | null) {
    this.#lone = lone;
    this.#accountId = accountId;
  }

  async begin(statement: string): Promise<void> {
    this.#transaction = await openTransaction(this.#lone, this.#accountId, statement);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = prepared(sql, parameters);
    const result = await (this.#transaction?.run(statement) ?? this.#lone.run(statement, this.#accountId));
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  release(): void {
    this.#transaction?.release();
    this.#transaction = null;
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not used here: read in pages');
  }
}
