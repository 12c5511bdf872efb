// A named statement on its way. The package's own class copies what it is given property by property, and asks the server at
// every execution which columns the answer will have. Here a statement is described once per connection: as long as it is
// prepared there, its columns cannot change.
import { Query, type QueryResult } from 'pg';

declare module 'pg' {
  /** What the package keeps to itself and this class builds on. */
  interface Query {
    name: string;
    _result: Columns;
    _accumulateRows: boolean;
    prepare(wire: Wire): void;
    handleRowDescription(message: unknown): void;
    handleCommandComplete(message: unknown, wire: Wire): void;
  }
}

/** What rows are made of. */
interface Columns {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** What a statement is written to. */
interface Wire {
  describe(what: unknown): void;
}

/** The columns of the statements that are prepared on a connection. */
class KnownColumns {
  readonly of = new Map<string, Columns>();
  /** The connection, but for the question about columns. */
  readonly unasked: Wire;

  constructor(wire: Wire) {
    this.unasked = Object.create(wire, { describe: { value: () => {} } }) as Wire;
  }
}

const knownOn = new WeakMap<Wire, KnownColumns>();

function columnsOn(wire: Wire): KnownColumns {
  const known = knownOn.get(wire);
  if (known) return known;
  const columns = new KnownColumns(wire);
  knownOn.set(wire, columns);
  return columns;
}

export class PreparedQuery extends Query {
  #known: KnownColumns | undefined;

  constructor(
    name: string,
    text: string,
    values: unknown[],
    answered: (error: Error | undefined, result: QueryResult) => void,
  ) {
    super(text, values, answered);
    this.name = name;
  }

  override prepare(wire: Wire): void {
    this.#known = columnsOn(wire);
    const columns = this.#known.of.get(this.name);
    if (columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    super.prepare(columns ? this.#known.unasked : wire);
  }

  /** Comes once it is through: a statement without columns is not described by a message of its own. */
  override handleCommandComplete(message: unknown, wire: Wire): void {
    super.handleCommandComplete(message, wire);
    if (this.#known?.of.has(this.name)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#known?.of.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}
