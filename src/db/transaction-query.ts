// Query class for a whole transaction: the Bind and Execute messages of all statements, then one Sync. PostgreSQL runs
// everything before a Sync in one implicit transaction, commits it at the Sync, and rolls it back if a statement fails.
// There is no BEGIN, no COMMIT, and one result for the driver instead of one per statement (decision 0073).
import { Query, type QueryConfig, type QueryResult } from 'pg';
import utils from 'pg/lib/utils.js';
import type { Wire } from './prepared-query.ts';

interface BoundStatement {
  /** Empty: not kept by the server. */
  readonly name: string;
  readonly text: string;
  /** In the form of the protocol. */
  readonly values: readonly unknown[];
}

export class TransactionQuery extends Query {
  readonly statements: readonly BoundStatement[];
  /** The statement whose messages the server sends. */
  #current = 0;

  /** Throws if a value cannot be sent; nothing has been sent then. */
  constructor(
    statements: readonly QueryConfig[],
    callback: (error: Error | undefined, result: QueryResult) => void,
  ) {
    super('', [], callback);
    this.statements = statements.map(({ name = '', text, values = [] }) => ({
      name,
      text,
      values: values.map((value) => utils.prepareValue(value)),
    }));
    this.#moveTo(0);
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    const { parsedStatements, submittedNamedStatements } = wire;
    for (const { name, text, values } of this.statements) {
      if (!name || !(parsedStatements[name] ?? submittedNamedStatements[name])) {
        wire.parse({ name, text });
        if (name) submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: name, values });
      wire.execute();
    }
    wire.sync();
  }

  /** Rows are not described, and not needed: statements of a transaction refuse by raising errors. */
  override handleDataRow(): void {}

  override handleCommandComplete(): void {
    this.#moveTo(this.#current + 1);
  }

  override handleError(error: Error, wire: Wire): void {
    // The server skips the statements after the failed one, and does not parse them.
    for (const { name } of this.statements.slice(this.#current)) delete wire.submittedNamedStatements[name];
    super.handleError(error, wire);
  }

  /** `pg` records a parsed statement by the name and text of the query. */
  #moveTo(index: number): void {
    this.#current = index;
    this.name = this.statements[index]?.name ?? '';
    this.text = this.statements[index]?.text ?? '';
  }
}
