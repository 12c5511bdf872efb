// SQL with values in it, for statements whose text is always the same. Kysely builds a tree and prints it with every call;
// here the text is put together once: of a piece of code (`statement`), a table and its columns (`insertion`), or several
// of these (`together`). Where the text itself differs from call to call, `sql` and Kysely's builders are the right thing.
import { CompiledQuery, type Insertable, type Kysely } from 'kysely';
import type { DB } from './schema.generated.ts';

/** What stands before, between and behind the values: one and the same array whenever the text is the same. */
type Pieces = readonly string[];

const texts = new WeakMap<Pieces, string>();

type Shortcut = (text: string, values: readonly unknown[]) => Promise<{ readonly rows: unknown[] }>;
const shortcuts = new WeakMap<Kysely<DB>, Shortcut>();

/** From a query to its driver Kysely takes many steps; statements outside transactions go straight. */
export function addShortcut(db: Kysely<DB>, shortcut: Shortcut): void {
  shortcuts.set(db, shortcut);
}

export class Statement<Row> {
  readonly pieces: Pieces;
  readonly values: readonly unknown[];

  constructor(pieces: Pieces, values: readonly unknown[]) {
    this.pieces = pieces;
    this.values = values;
  }

  execute(db: Kysely<DB>): Promise<{ readonly rows: Row[] }> {
    const text = remembered(texts, this.pieces, () =>
      this.pieces.reduce((start, piece, index) => `${start}$${index}${piece}`),
    );
    const shortcut = shortcuts.get(db);
    if (shortcut) return shortcut(text, this.values) as Promise<{ rows: Row[] }>;
    return db.executeQuery<Row>(CompiledQuery.raw(text, [...this.values]));
  }
}

/** A tag like Kysely's `sql`. Every value becomes a parameter. */
export function statement<Row>(pieces: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  return new Statement(pieces, values);
}

const insertionPieces = new Map<string, Pieces>();

/** Adds rows that all have the same columns. */
export function insertion<Table extends keyof DB>(
  table: Table,
  rows: readonly [Insertable<DB[Table]>, ...Insertable<DB[Table]>[]],
): Statement<never> {
  const columns = Object.keys(rows[0]);
  const pieces = remembered(insertionPieces, `${rows.length} ${table} ${columns.join()}`, () => {
    const row = ['(', ...columns.slice(1).map(() => ', '), ')'];
    const start = [`insert into ${table} (${columns.join(', ')}) values `];
    return rows.reduce<string[]>((all, _, index) => joined(index ? joined(all, [', ']) : all, row), start);
  });
  return new Statement(
    pieces,
    rows.flatMap((row) => Object.values(row)),
  );
}

const numbers = new WeakMap<Pieces, number>();
let lastNumber = 0;
const togetherPieces = new Map<string, Pieces>();

/**
 * Several that write, as one: one message, one plan, one answer for all. They see nothing of one another's work and are
 * carried out in no promised order.
 */
export function together(statements: readonly Statement<unknown>[]): Statement<never> {
  const key = statements.map(({ pieces }) => remembered(numbers, pieces, () => ++lastNumber)).join();
  const pieces = remembered(togetherPieces, key, () =>
    joined(
      statements.reduce<string[]>(
        (all, one, index) =>
          joined(joined(joined(all, [`${index ? ', ' : ''}part_${index} as (`]), one.pieces), [')']),
        ['with '],
      ),
      [' select'],
    ),
  );
  return new Statement(
    pieces,
    statements.flatMap(({ values }) => values),
  );
}

/** The end of one text and the beginning of the next are one piece. */
function joined(before: readonly string[], after: readonly string[]): string[] {
  const [first = '', ...rest] = after;
  return [...before.slice(0, -1), `${before.at(-1) ?? ''}${first}`, ...rest];
}

interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

function remembered<Key, Value>(memory: Memory<Key, Value>, key: Key, make: () => Value): Value {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}
