// Query class for named statements that skips Describe when the columns are known. `pg`'s own class copies its config
// property by property and asks for the row description at every execution; here a statement is described once per
// connection. Its columns cannot change while it stays prepared.
import { Query, type QueryResult } from 'pg';

declare module 'pg' {
  /** Internals of `pg` that this class and transaction-query.ts rely on. */
  interface Query {
    name: string;
    text: string;
    _result: Columns;
    _accumulateRows: boolean;
    requiresPreparation(): boolean;
    prepare(wire: Wire): void;
    handleRowDescription(message: unknown): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, wire: Wire): void;
    handleError(error: Error, wire: Wire): void;
  }
}

/** The row description and the parsers derived from it. */
interface Columns {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** The protocol writer of a connection, and the texts of its prepared statements by name. */
export interface Wire {
  readonly parsedStatements: Record<string, string>;
  /** Sent, but not yet confirmed. */
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(what: { readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(what: unknown): void;
  execute(): void;
  sync(): void;
}

/** Row descriptions of the statements prepared on one connection. */
class ColumnCache {
  readonly of = new Map<string, Columns>();
  /** The connection with `describe` replaced by a no-op. */
  readonly withoutDescribe: Wire;

  constructor(wire: Wire) {
    this.withoutDescribe = Object.create(wire, { describe: { value: () => {} } }) as Wire;
  }
}

const columnCaches = new WeakMap<Wire, ColumnCache>();

function columnCacheOf(wire: Wire): ColumnCache {
  const known = columnCaches.get(wire);
  if (known) return known;
  const columns = new ColumnCache(wire);
  columnCaches.set(wire, columns);
  return columns;
}

export class PreparedQuery extends Query {
  #cache: ColumnCache | undefined;

  constructor(
    name: string,
    text: string,
    values: unknown[],
    callback: (error: Error | undefined, result: QueryResult) => void,
  ) {
    super(text, values, callback);
    this.name = name;
  }

  override prepare(wire: Wire): void {
    this.#cache = columnCacheOf(wire);
    const columns = this.#cache.of.get(this.name);
    if (columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    super.prepare(columns ? this.#cache.withoutDescribe : wire);
  }

  /** Cached on completion: a statement without columns sends no row description. */
  override handleCommandComplete(message: unknown, wire: Wire): void {
    super.handleCommandComplete(message, wire);
    if (this.#cache?.of.has(this.name)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#cache?.of.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}
