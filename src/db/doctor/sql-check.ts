// Doctor checks that are one SQL statement: it selects the broken rows; PostgreSQL counts them and returns only the
// first few. One statement has one snapshot, so the result is exact under concurrent writes.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../system-database.ts';
import { type BrokenRow, type CheckResult, MAX_LISTED } from './findings.ts';

export interface SqlCheck {
  readonly name: string;
  /** Query for the number of rows checked: one row, one column. */
  readonly checked: RawBuilder<unknown>;
  /** Query for the broken rows: table_name, id, account_id, message. */
  readonly broken: RawBuilder<unknown>;
}

interface Row extends BrokenRow {
  readonly checked: string;
  /** null if nothing is broken. */
  readonly total: string | null;
}

export async function runSqlCheck(db: SystemDatabase, check: SqlCheck): Promise<CheckResult> {
  const { name } = check;
  const rows = await select(db, check);
  if ('unreadable' in rows) {
    const row = { table: '?', id: '?', account: null, message: `a value cannot be read: ${rows.unreadable}` };
    return { name, checked: 0, brokenCount: 1, broken: [row] };
  }
  const listed = rows.filter(({ total }) => total !== null);
  return {
    name,
    checked: Number(rows[0]?.checked ?? 0),
    brokenCount: Number(listed[0]?.total ?? 0),
    broken: listed.map(({ table, id, account, message }) => ({ table, id, account, message })),
  };
}

async function select(
  db: SystemDatabase,
  { checked, broken }: SqlCheck,
): Promise<readonly Row[] | { readonly unreadable: string }> {
  const statement = sql<Row>`
    select counted.checked, found.* from (select (${checked}) as checked) counted
    left join lateral (
      select table_name as "table", id::text, account_id::text as account, message, count(*) over () as total
      from (${broken}) broken order by table_name, id, message limit ${MAX_LISTED}
    ) found on true`;
  try {
    return (await statement.execute(db)).rows;
  } catch (error) {
    // Class 22 (data exception): a value that cannot be parsed is a finding too, and the other checks continue.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('22'))
      return { unreadable: error.message };
    throw error;
  }
}
