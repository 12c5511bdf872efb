// The Kysely driver. It differs from the stock one in two ways: every statement is prepared under a name, so PostgreSQL
// plans it once per connection, and a connection is told which account it works for, without a further round trip.
import type { Duplex } from 'node:stream';
import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { CompiledQuery } from 'kysely';
import type { QueryResult as PgResult, Pool, PoolClient, QueryConfig } from 'pg';
import { isUuid } from '../lib/ids.ts';

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

/** The account each connection was last told of. Outside a transaction the setting lasts until the next one. */
const accountOf = new WeakMap<PoolClient, string>();
const nameAccount = { name: 'account', text: "select set_config('waybill.account_id', $1, false)" };

const transactionAborted = '25P02';

/** No class of SQLSTATE begins with E, as the codes of the system do: EPIPE is none. */
function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Called when a transaction that asked for it has committed. It must be quick and must not throw. */
export type OnCommit = () => void;

export class StatementDriver implements Driver {
  readonly #pool: Pool;
  readonly #accountId: string | null;
  readonly #onCommit: OnCommit | undefined;

  /** With an account id, every statement runs for that account; without, the role of the pool decides alone. */
  constructor(pool: Pool, accountId: string | null, onCommit?: OnCommit) {
    if (accountId !== null && !isUuid(accountId)) throw new Error('an account id is a uuid');
    this.#pool = pool;
    this.#accountId = accountId;
    this.#onCommit = onCommit;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<StatementConnection> {
    return new StatementConnection(await this.#pool.connect(), this.#accountId);
  }

  async beginTransaction(connection: StatementConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    connection.begin(`start transaction${isolation}`);
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

export class StatementConnection implements DatabaseConnection {
  /** Whether the commit of the transaction in hand is to be told. */
  tellsCommit = false;
  readonly #client: PoolClient;
  readonly #accountId: string | null;
  #inTransaction = false;
  #opening: Promise<unknown> | null = null;
  #firstFailure: Error | undefined;
  #broken: Error | undefined;

  constructor(client: PoolClient, accountId: string | null) {
    this.#client = client;
    this.#accountId = accountId;
  }

  begin(statement: string): void {
    // `set local` ends with the transaction, so what the connection was told before holds again afterwards.
    const text = this.#accountId
      ? `${statement}; set local waybill.account_id = '${this.#accountId}'`
      : statement;
    // Sent at once and awaited with the first statement, which follows in the same round trip.
    this.#inTransaction = true;
    this.#opening = this.#query({ text });
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#guard(this.#send(sql, [...parameters]));
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  async #send(text: string, values: unknown[]): Promise<PgResult> {
    const name = statementName(text);
    const statement = name ? { name, text, values } : { text, values };
    if (this.#opening) {
      const opening = this.#opening;
      this.#opening = null;
      const [, result] = await Promise.all([opening, this.#query(statement)]);
      return result;
    }
    if (this.#inTransaction || !this.#accountId || accountOf.get(this.#client) === this.#accountId) {
      return this.#query(statement);
    }
    accountOf.delete(this.#client);
    const [, result] = await Promise.all([
      this.#client.query(nameAccount, [this.#accountId]),
      this.#client.query(statement),
    ]);
    accountOf.set(this.#client, this.#accountId);
    return result;
  }

  #query(statement: QueryConfig): Promise<PgResult> {
    if (this.#inTransaction) this.#holdBack();
    const result = this.#client.query(statement);
    // Noted at once: answers come in order, but those who wait for them may hear of the second failure first.
    result.catch((error: Error) => {
      if (this.#inTransaction) this.#firstFailure ??= error;
    });
    return result;
  }

  /** What is started together leaves in one packet: a system call and a wake-up of the server for all, not for each. */
  #holdBack(): void {
    const { stream } = (this.#client as PoolClient & { connection: { stream: Duplex } }).connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  async #guard<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      // Without a SQLSTATE the fault is the connection's, not the statement's: it must not go back to the pool.
      if (error instanceof Error && sqlState(error) === null) this.#broken = error;
      // What follows a failed statement is refused for that alone: the failure itself is what is to be told.
      throw sqlState(error) === transactionAborted ? (this.#firstFailure ?? error) : error;
    }
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not used here: read in pages');
  }
}
