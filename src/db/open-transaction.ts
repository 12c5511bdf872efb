// An open transaction on a dedicated connection. Statements started together are pipelined (decision 0014).
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { corkConnection } from './cork-connection.ts';
import { captureCallerStack, sendStatement } from './send-statement.ts';
import { sqlState } from './sql-state.ts';

const transactionAborted = '25P02';

export class OpenTransaction {
  readonly #client: PoolClient;
  #opening: Promise<unknown> | null;
  #firstFailure: Error | undefined;
  #broken: Error | undefined;

  /** `opening` is sent immediately and awaited with the first statement, which follows in the same round trip. */
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
      captureCallerStack(error);
      // No SQLSTATE: the connection failed, not the statement. The pool must discard the connection.
      if (error instanceof Error && sqlState(error) === null) this.#broken = error;
      // After a failed statement PostgreSQL refuses all later ones (25P02): report the first failure instead.
      throw sqlState(error) === transactionAborted ? (this.#firstFailure ?? error) : error;
    }
  }

  /**
   * Pipelines the statements and waits for all results, also after a failure, so that the connection is idle
   * afterwards.
   */
  async runAll(statements: readonly QueryConfig[]): Promise<QueryResult[]> {
    const outcomes = await Promise.allSettled(statements.map((statement) => this.run(statement)));
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }

  #send(statement: QueryConfig): Promise<QueryResult> {
    corkConnection(this.#client, (release) => process.nextTick(release));
    const result = sendStatement(this.#client, statement);
    // Recorded in the order of the results; the promises of the callers may settle in another order.
    result.catch((error: Error) => {
      this.#firstFailure ??= error;
    });
    return result;
  }

  release(): void {
    this.#client.release(this.#broken);
  }
}
