// Statements outside transactions. They share a few connections: each is sent behind those still under way, without
// waiting for their answers, and what starts in one turn of the event loop leaves in one packet (decision 0015).
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
    // The other half is left to transactions: a line in steady use does not come free.
    this.#maxLines = Math.max(1, Math.floor(pool.options.max / 2));
  }

  /** With an account, the statement sees that account's rows; without, the role of the pool decides alone. */
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

  /** A new line while there may be more, then the one with the least under way. */
  #choose(): Line {
    let least: Line | undefined;
    for (const line of this.#lines) if (!least || line.underWay < least.underWay) least = line;
    if (least && this.#lines.size >= this.#maxLines) return least;
    const line = new Line(this.pool.connect());
    this.#lines.add(line);
    return line;
  }
}

/** One connection while it has statements under way. */
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
      // In this order on the wire, and nothing in between.
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
    // Whoever waited for a connection in vain has been told so.
    this.#connecting.then(
      (client) => client.release(this.broken),
      () => {},
    );
  }
}
