// Every column of the database is either erased with a person or listed as harmless: features/privacy/personal-columns.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasedColumns, harmlessColumns } from '../../src/features/privacy/personal-columns.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.ts';

const listFile = 'src/features/privacy/personal-columns.ts';

const erased = Object.entries(erasedColumns).flatMap(([table, columns]) =>
  Object.keys(columns).map((column) => `${table}.${column}`),
);
const harmless = Object.values(harmlessColumns).flatMap((names) => names.trim().split(/\s+/));

/** Types whose values alone identify no person. Text, JSON, bytes, fractions and everything else may. */
const plainTypes = 'bool int2 int4 int8 uuid date timestamptz _int4 _uuid _timestamptz'.split(' ');

interface Column {
  readonly name: string;
  readonly type: string;
  /** Whether a check constraint limits the column to a list of values. */
  readonly is_listed: boolean;
}

/** Columns of all tables. Partitions have the columns of their table. */
const allColumns = (connection: TestDatabase['connection']) =>
  queryAsOwner<Column>(
    connection,
    `select format('%s.%s', t.relname, c.attname) as name, y.typname as type, exists (
       select from pg_constraint k where k.conrelid = t.oid and k.contype = 'c' and k.conkey = array[c.attnum]
         and pg_get_constraintdef(k.oid) ~ format('^CHECK \\(\\(%s = (ANY \\(ARRAY\\[|'')', c.attname)) as is_listed
     from pg_class t join pg_attribute c on c.attrelid = t.oid join pg_type y on y.oid = c.atttypid
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
       and t.relname not in ('migration', 'kysely_migration_lock') and c.attnum > 0 and not c.attisdropped
     order by 1`,
  );

function faultsOf(columns: readonly Column[], listed: readonly string[]): string[] {
  const names = new Set(columns.map(({ name }) => name));
  const open = columns.filter(({ type, is_listed }) => !plainTypes.includes(type) && !is_listed);
  return [
    ...open
      .filter(({ name }) => !listed.includes(name))
      .map(
        ({ name }) =>
          `The column ${name} may hold personal data, and nothing erases it. Add it to \`erasedColumns\` in ${listFile}, or to \`harmlessColumns\` there with the reason.`,
      ),
    ...listed
      .filter((name) => !names.has(name))
      .map((name) => `The column ${name} does not exist. Remove it from ${listFile}.`),
    ...listed
      .filter((name, index) => listed.indexOf(name) !== index)
      .map((name) => `The column ${name} is listed twice in ${listFile}.`),
  ];
}

describe('the columns of the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop({ spoiled: true }));

  it('are all erased or harmless', async () => {
    const columns = await allColumns(database.connection);
    expect(columns.length).toBeGreaterThan(400);
    expect(faultsOf(columns, [...erased, ...harmless])).toEqual([]);
  });

  it('include new ones, which are neither', async () => {
    await queryAsOwner(database.connection, 'alter table booking_stop add column door_code text');
    await queryAsOwner(database.connection, 'alter table event add column sender json');
    await queryAsOwner(
      database.connection,
      "alter table booking_stop add column side text check (side in ('left', 'right'))",
    );
    const faults = faultsOf(await allColumns(database.connection), [...erased, ...harmless]);
    expect(faults).toEqual([
      expect.stringContaining('The column booking_stop.door_code may hold personal data'),
      expect.stringContaining('The column event.sender may hold personal data'),
    ]);
  });

  it('include no removed ones, and each once', () => {
    const columns = [{ name: 'booking.description', type: 'text', is_listed: false }];
    expect(faultsOf(columns, ['booking.description', 'booking.nickname'])).toEqual([
      `The column booking.nickname does not exist. Remove it from ${listFile}.`,
    ]);
    expect(faultsOf(columns, ['booking.description', 'booking.description'])).toEqual([
      `The column booking.description is listed twice in ${listFile}.`,
    ]);
  });
});
