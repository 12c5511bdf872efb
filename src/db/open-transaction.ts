// A transaction under way, on a connection of its own. Statements that start together leave together (decision 0014).
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { holdBack } from './cork-connection.ts';
import { pointToCaller, sendStatement } from './send-statement.ts';
import { sqlState } from './sql-state.ts';

const transactionAborted = '25P02';

export class OpenTransaction {
  readonly #client: PoolClient;
  #opening: Promise<unknown> | null;
  #firstFailure: Error | undefined;
  #broken: Error | undefined;

  /** `opening` is sent at once and awaited with the first statement, which follows in the same round trip. */
  constructor(client: PoolClient, opening: string) {
    this.#client = client;
    this.#opening = this.#send({ text: opening });
  }

  async run(statement: QueryConfig): Promise<QueryResult> {
    const opening = this.#opening;
    this.#opening = null;
    try {
      const [result] = await Promise.all([this.#send(statement), opening]);
      return result;
    } catch (error) {
      pointToCaller(error);
      // Without a SQLSTATE the fault is the connection's, not the statement's: it must not go back to the pool.
      if (error instanceof Error && sqlState(error) === null) this.#broken = error;
      // What follows a failed statement is refused for that alone: the failure itself is what is to be told.
      throw sqlState(error) === transactionAborted ? (this.#firstFailure ?? error) : error;
    }
  }

  /** Without waiting in between. The connection is free again when the last has been answered, whatever became of the first. */
  async runAll(statements: readonly QueryConfig[]): Promise<void> {
    const outcomes = await Promise.allSettled(statements.map((statement) => this.run(statement)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  #send(statement: QueryConfig): Promise<QueryResult> {
    holdBack(this.#client, (release) => process.nextTick(release));
    const result = sendStatement(this.#client, statement);
    // Noted at once: answers come in order, but those who wait for them may hear of the second failure first.
    result.catch((error: Error) => {
      this.#firstFailure ??= error;
    });
    return result;
  }

  release(): void {
    this.#client.release(this.#broken);
  }
}
