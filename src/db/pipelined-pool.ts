// Pipelined execution of statements outside transactions. They share a few connections: each statement is sent without
// waiting for earlier results, and statements started in one turn of the event loop leave in one packet (decision
// 0015).
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { corkConnection } from './cork-connection.ts';
import { takeConnection } from './pool-waits.ts';
import { captureCallerStack, sendStatement } from './send-statement.ts';
import { sqlState } from './sql-state.ts';
import { setTenant } from './tenant-setting.ts';

export class PipelinedPool {
  readonly pool: Pool;
  readonly #maxConnections: number;
  readonly #connections = new Set<PipelinedConnection>();

  constructor(pool: Pool) {
    this.pool = pool;
    // The other half is reserved for transactions: a pipelined connection under steady load never becomes idle.
    this.#maxConnections = Math.max(1, Math.floor(pool.options.max / 2));
  }

  /**
   * With an account, row-level security limits the statement to that account's rows; with null, the role of the pool
   * alone decides.
   */
  async run(statement: QueryConfig, accountId: string | null): Promise<QueryResult> {
    const connection = this.#leastLoaded();
    connection.pending += 1;
    try {
      return await connection.run(statement, accountId);
    } finally {
      connection.pending -= 1;
      if (connection.broken || connection.pending === 0) this.#connections.delete(connection);
      if (connection.pending === 0) connection.release();
    }
  }

  /** Opens connections up to the limit, then picks the least loaded one. */
  #leastLoaded(): PipelinedConnection {
    let least: PipelinedConnection | undefined;
    for (const connection of this.#connections)
      if (!least || connection.pending < least.pending) least = connection;
    if (least && this.#connections.size >= this.#maxConnections) return least;
    const connection = new PipelinedConnection(takeConnection(this.pool));
    this.#connections.add(connection);
    return connection;
  }
}

/** A pooled connection, held while it has pending statements. */
class PipelinedConnection {
  pending = 0;
  broken: Error | undefined;
  readonly #connecting: Promise<PoolClient>;
  #client: PoolClient | null = null;
  #isCorked = false;

  constructor(connecting: Promise<PoolClient>) {
    this.#connecting = connecting;
  }

  async run(statement: QueryConfig, accountId: string | null): Promise<QueryResult> {
    try {
      this.#client ??= await this.#connecting;
      const client = this.#client;
      this.#corkUntilEndOfTurn(client);
      // Order matters: the tenant setting goes on the wire directly before the statement.
      const tenantConfirmed = accountId === null ? null : setTenant(client, accountId);
      const pendingResult = sendStatement(client, statement);
      if (tenantConfirmed === null) return await pendingResult;
      const [result] = await Promise.all([pendingResult, tenantConfirmed]);
      return result;
    } catch (error) {
      captureCallerStack(error);
      if (error instanceof Error && sqlState(error) === null) this.broken = error;
      throw error;
    }
  }

  #corkUntilEndOfTurn(client: PoolClient): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    corkConnection(client, (release) =>
      setImmediate(() => {
        this.#isCorked = false;
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
