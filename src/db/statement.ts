// Parameterized SQL with a constant text. Kysely builds and compiles a query tree per call; here the text is built once
// and cached, from a template (`statement`), a table and its columns (`insertion`), or several of these combined
// (`together`). Only for measured hot paths and transaction hooks (decision 0052); stores use Kysely otherwise.
import { CompiledQuery, type Insertable, type Kysely } from 'kysely';
import type { DB } from './schema.generated.ts';

/** The SQL text between the parameters. The same array instance for the same text, so that it can be a cache key. */
type Pieces = readonly string[];

const texts = new WeakMap<Pieces, string>();

/** A statement as the driver takes it. */
export interface SqlText {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Direct access to the driver, without Kysely's layers between query and connection. */
interface DirectDriver {
  run(statement: SqlText): Promise<{ readonly rows: unknown[] }>;
  executeTransaction(statements: readonly SqlText[], notifiesCommit: boolean): Promise<void>;
  queryTransaction(statements: readonly SqlText[]): Promise<unknown[][]>;
}

const directDrivers = new WeakMap<Kysely<DB>, DirectDriver>();

export function registerDriver(db: Kysely<DB>, driver: DirectDriver): void {
  directDrivers.set(db, driver);
}

export class Statement<Row> {
  readonly pieces: Pieces;
  readonly values: readonly unknown[];

  constructor(pieces: Pieces, values: readonly unknown[]) {
    this.pieces = pieces;
    this.values = values;
  }

  get text(): string {
    return memoized(texts, this.pieces, () =>
      this.pieces.reduce((start, piece, index) => `${start}$${index}${piece}`),
    );
  }

  /** Outside a transaction, bypasses Kysely and calls the driver directly. */
  execute(db: Kysely<DB>): Promise<{ readonly rows: Row[] }> {
    const driver = directDrivers.get(db);
    if (driver) return driver.run(this) as Promise<{ rows: Row[] }>;
    return db.executeQuery<Row>(CompiledQuery.raw(this.text, [...this.values]));
  }
}

/** Pipelines the statements on one connection. */
export async function executeAll(db: Kysely<DB>, statements: readonly Statement<unknown>[]): Promise<void> {
  await Promise.all(statements.map((one) => one.execute(db)));
}

/**
 * Runs a transaction in one round trip, as one batch of messages (decision 0073). For statements that do not depend on
 * each other's results. If one fails, nothing is written and its error is thrown. Preconditions must be
 * checked by a statement that raises an error (`refuse_unless`).
 */
export async function executeTransaction(
  db: Kysely<DB>,
  statements: readonly Statement<unknown>[],
  { notifiesCommit = false }: { readonly notifiesCommit?: boolean } = {},
): Promise<void> {
  const driver = directDrivers.get(db);
  if (!driver) throw new Error('executeTransaction cannot run inside a transaction; use executeAll');
  await driver.executeTransaction(statements, notifiesCommit);
}

/**
 * Runs a transaction in one round trip and returns the rows of each statement: BEGIN, the statements and COMMIT are
 * pipelined. Otherwise like `executeTransaction`, which does not read results.
 */
export async function queryTransaction(db: Kysely<DB>, statements: readonly SqlText[]): Promise<unknown[][]> {
  const driver = directDrivers.get(db);
  if (!driver) throw new Error('queryTransaction cannot run inside a transaction');
  return driver.queryTransaction(statements);
}

/** Template tag, like Kysely's `sql`. Every value becomes a bind parameter. */
export function statement<Row>(pieces: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  return new Statement(pieces, values);
}

/** Cached INSERT texts for one list of columns, by number of rows. */
interface InsertShape {
  readonly columns: readonly string[];
  readonly byRowCount: Pieces[];
}

const insertShapes = new Map<string, InsertShape[]>();

/** INSERT of rows that all have the same columns. */
export function insertion<Table extends keyof DB>(
  table: Table,
  rows: readonly [Insertable<DB[Table]>, ...Insertable<DB[Table]>[]],
): Statement<never> {
  const { columns, byRowCount } = insertShapeOf(table, Object.keys(rows[0]));
  byRowCount[rows.length] ??= insertionPieces(table, columns, rows.length);
  const values: unknown[] = [];
  for (const row of rows as readonly Readonly<Record<string, unknown>>[])
    for (const column of columns) values.push(row[column]);
  return new Statement(byRowCount[rows.length] ?? [], values);
}

function insertShapeOf(table: string, columns: readonly string[]): InsertShape {
  const shapes = memoized(insertShapes, table, () => []);
  const same = ({ columns: known }: InsertShape) =>
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
    pieces = concatPieces(index === 0 ? pieces : concatPieces(pieces, [', ']), row);
  return pieces;
}

const piecesIds = new WeakMap<Pieces, number>();
let lastPiecesId = 0;
const combinedPieces = new Map<string, Pieces>();

/**
 * Combines several writing statements into one with CTEs: one message, one plan, one result. They do not see each
 * other's effects, and their order of execution is undefined.
 */
export function together(statements: readonly Statement<unknown>[]): Statement<never> {
  const key = statements.map(({ pieces }) => memoized(piecesIds, pieces, () => ++lastPiecesId)).join();
  const pieces = memoized(combinedPieces, key, () =>
    concatPieces(
      statements.reduce<string[]>(
        (all, one, index) =>
          concatPieces(
            concatPieces(concatPieces(all, [`${index ? ', ' : ''}part_${index} as (`]), one.pieces),
            [')'],
          ),
        ['with '],
      ),
      [' select'],
    ),
  );
  const values: unknown[] = [];
  for (const one of statements) for (const value of one.values) values.push(value);
  return new Statement(pieces, values);
}

/** The last piece of one text and the first piece of the next become one piece. */
function concatPieces(before: readonly string[], after: readonly string[]): string[] {
  const [first = '', ...rest] = after;
  return [...before.slice(0, -1), `${before.at(-1) ?? ''}${first}`, ...rest];
}

interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

function memoized<Key, Value>(cache: Cache<Key, Value>, key: Key, make: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
