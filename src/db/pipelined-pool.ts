// Pipelined execution of statements outside transactions. They share a few connections: each statement is sent without
// waiting for earlier results, and statements started in one turn of the event loop leave in one packet (decision
// 0015).
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { holdBack } from './cork-connection.ts';
import { pointToCaller, sendStatement } from './send-statement.ts';
import { sqlState } from './sql-state.ts';
import { tellAccount } from './tenant-setting.ts';

export class LoneStatements {
  readonly pool: Pool;
  readonly #maxLines: number;
  readonly #lines = new Set<Line>();

  constructor(pool: Pool) {
    this.pool = pool;
    // The other half is reserved for transactions: a pipelined connection under steady load never becomes idle.
    this.#maxLines = Math.max(1, Math.floor(pool.options.max / 2));
  }

  /**
   * With an account, row-level security limits the statement to that account's rows; with null, the role of the pool
   * alone decides.
   */
  async run(statement: QueryConfig, accountId: string | null): Promise<QueryResult> {
    const line = this.#choose();
    line.underWay += 1;
    try {
      return await line.run(statement, accountId);
    } finally {
      line.underWay -= 1;
      if (line.broken || line.underWay === 0) this.#lines.delete(line);
      if (line.underWay === 0) line.release();
    }
  }

  /** Opens connections up to the limit, then picks the least loaded one. */
  #choose(): Line {
    let least: Line | undefined;
    for (const line of this.#lines) if (!least || line.underWay < least.underWay) least = line;
    if (least && this.#lines.size >= this.#maxLines) return least;
    const line = new Line(this.pool.connect());
    this.#lines.add(line);
    return line;
  }
}

/** A pooled connection, held while it has pending statements. */
class Line {
  underWay = 0;
  broken: Error | undefined;
  readonly #connecting: Promise<PoolClient>;
  #client: PoolClient | null = null;
  #holdsBack = false;

  constructor(connecting: Promise<PoolClient>) {
    this.#connecting = connecting;
  }

  async run(statement: QueryConfig, accountId: string | null): Promise<QueryResult> {
    try {
      this.#client ??= await this.#connecting;
      const client = this.#client;
      this.#untilEndOfTurn(client);
      // Order matters: the tenant setting goes on the wire directly before the statement.
      const told = accountId === null ? null : tellAccount(client, accountId);
      const answer = sendStatement(client, statement);
      if (told === null) return await answer;
      const [result] = await Promise.all([answer, told]);
      return result;
    } catch (error) {
      pointToCaller(error);
      if (error instanceof Error && sqlState(error) === null) this.broken = error;
      throw error;
    }
  }

  #untilEndOfTurn(client: PoolClient): void {
    if (this.#holdsBack) return;
    this.#holdsBack = true;
    holdBack(client, (release) =>
      setImmediate(() => {
        this.#holdsBack = false;
        release();
      }),
    );
  }

  release(): void {
    // A failed connect was already reported by `run`.
    this.#connecting.then(
      (client) => client.release(this.broken),
      () => {},
    );
  }
}
