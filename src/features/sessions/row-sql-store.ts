// SQL fragments for tables whose name is a value: an INSERT of one row, and conditions on columns.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from '../../db/schema.generated.ts';

type Row = Readonly<Record<string, unknown>>;
export type Match<Table extends keyof DB> = Partial<Selectable<DB[Table]>>;

export function insertRow(table: string, row: Row): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  return sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`;
}

/** Whether a row has these values. Without `values`, all rows match; an empty object and a null value match no row. */
export function hasValues(alias: string, values: Row | undefined): RawBuilder<boolean> {
  if (values === undefined) return sql`true`;
  const conditions = Object.entries(values).map(
    ([column, value]) => sql`${sql.ref(`${alias}.${column}`)} = ${value}`,
  );
  return conditions.length === 0 ? sql`false` : sql.join(conditions, sql` and `);
}
