// SQL with values in it, for statements whose text is always the same. Kysely builds a tree and prints it with every call;
// here the text is put together once: of a piece of code (`statement`), a table and its columns (`insertion`), or several
// of these (`together`). Where the text itself differs from call to call, `sql` and Kysely's builders are the right thing.
import { CompiledQuery, type Insertable, type Kysely } from 'kysely';
import type { DB } from './schema.generated.ts';

/** What stands before, between and behind the values: one and the same array whenever the text is the same. */
type Pieces = readonly string[];

const texts = new WeakMap<Pieces, string>();

/** A statement as the driver takes it. */
export interface Words {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The driver itself, which from a query Kysely reaches by many steps. */
interface Shortcut {
  run(words: Words): Promise<{ readonly rows: unknown[] }>;
  writeAtOnce(words: readonly Words[], tellsCommit: boolean): Promise<void>;
}

const shortcuts = new WeakMap<Kysely<DB>, Shortcut>();

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

  get text(): string {
    return remembered(texts, this.pieces, () =>
      this.pieces.reduce((start, piece, index) => `${start}$${index}${piece}`),
    );
  }

  /** Outside transactions it goes straight to the driver. */
  execute(db: Kysely<DB>): Promise<{ readonly rows: Row[] }> {
    const shortcut = shortcuts.get(db);
    if (shortcut) return shortcut.run(this) as Promise<{ rows: Row[] }>;
    return db.executeQuery<Row>(CompiledQuery.raw(this.text, [...this.values]));
  }
}

/** One after the other on the wire, without waiting in between. */
export async function executeAll(db: Kysely<DB>, statements: readonly Statement<unknown>[]): Promise<void> {
  await Promise.all(statements.map((one) => one.execute(db)));
}

/**
 * A transaction whose statements need nothing of one another's answers: begun, written and committed in one round trip. If
 * one of them fails, nothing is written, and it is that failure which is thrown; where an answer would decide
 * whether to go on, the statement itself refuses (`refuse_unless`).
 */
export async function writeAtOnce(
  db: Kysely<DB>,
  statements: readonly Statement<unknown>[],
  { tellsCommit = false }: { readonly tellsCommit?: boolean } = {},
): Promise<void> {
  const shortcut = shortcuts.get(db);
  if (!shortcut) throw new Error('within a transaction, use executeAll');
  await shortcut.writeAtOnce(statements, tellsCommit);
}

/** A tag like Kysely's `sql`. Every value becomes a parameter. */
export function statement<Row>(pieces: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  return new Statement(pieces, values);
}

/** What was inserted so into a table before: its columns, and the text by the number of rows. */
interface Shape {
  readonly columns: readonly string[];
  readonly byRowCount: Pieces[];
}

const shapesOf = new Map<string, Shape[]>();

/** Adds rows that all have the same columns. */
export function insertion<Table extends keyof DB>(
  table: Table,
  rows: readonly [Insertable<DB[Table]>, ...Insertable<DB[Table]>[]],
): Statement<never> {
  const { columns, byRowCount } = shapeOf(table, Object.keys(rows[0]));
  byRowCount[rows.length] ??= insertionPieces(table, columns, rows.length);
  const values: unknown[] = [];
  for (const row of rows as readonly Readonly<Record<string, unknown>>[])
    for (const column of columns) values.push(row[column]);
  return new Statement(byRowCount[rows.length] ?? [], values);
}

function shapeOf(table: string, columns: readonly string[]): Shape {
  const shapes = remembered(shapesOf, table, () => []);
  const same = ({ columns: known }: Shape) =>
    known.length === columns.length && known.every((column, index) => column === columns[index]);
  const known = shapes.find(same);
  if (known) return known;
  const shape = { columns, byRowCount: [] };
  shapes.push(shape);
  return shape;
}

function insertionPieces(table: string, columns: readonly string[], rowCount: number): Pieces {
  const row = ['(', ...columns.slice(1).map(() => ', '), ')'];
  let pieces: Pieces = [`insert into ${table} (${columns.join(', ')}) values `];
  for (let index = 0; index < rowCount; index += 1)
    pieces = joined(index === 0 ? pieces : joined(pieces, [', ']), row);
  return pieces;
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
  const values: unknown[] = [];
  for (const one of statements) for (const value of one.values) values.push(value);
  return new Statement(pieces, values);
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
