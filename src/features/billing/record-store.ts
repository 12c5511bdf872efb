// Store of billing records for partners: keyset pages, the records of one month, and sums per month.
import { type RawBuilder, sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import type { BillingLine } from '../../domain/money/billing-line.ts';
import type { BillingKind, RecordContent } from '../../domain/money/billing-record.ts';
import type { PageRequest } from '../../http/operations/pagination.ts';

export interface BillingRecord extends RecordContent {
  readonly id: string;
  readonly bookingId: string | null;
  readonly bookingHid: string | null;
  readonly orderNumber: string | null;
  readonly reference: string | null;
  readonly month: string;
  readonly occurredAt: Date;
  readonly bookedAt: Date;
}

export interface RecordFilter {
  readonly kinds: readonly BillingKind[];
  readonly bookingId?: string | undefined;
  readonly month?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface RecordPage extends PageRequest {
  readonly filter: RecordFilter;
}

interface Row extends Omit<BillingRecord, 'lines'> {
  readonly lines: readonly BillingLine[];
}

const columns = sql`id, kind, amount_cents::float8 as "amountCents", lines, booking_id as "bookingId",
  booking_hid as "bookingHid", order_number as "orderNumber", reference, month, occurred_at as "occurredAt",
  booked_at as "bookedAt"`;

/** Ordered in the direction of reading: nearest to `from` first. */
export async function listRecords(
  db: AccountDatabase,
  accountId: string,
  { filter, direction, from, limit }: RecordPage,
): Promise<BillingRecord[]> {
  const bound = from && sql`(${new Date(from.atMs)}::timestamptz, ${from.id}::uuid)`;
  const conditions: RawBuilder<unknown>[] = [
    sql`account_id = ${accountId}`,
    ...(bound
      ? [direction === 'older' ? sql`(booked_at, id) < ${bound}` : sql`(booked_at, id) > ${bound}`]
      : []),
    ...(filter.kinds.length > 0 ? [sql`kind = any(${[...filter.kinds]}::text[])`] : []),
    ...(filter.bookingId === undefined ? [] : [sql`booking_id = ${filter.bookingId}`]),
    ...(filter.month === undefined ? [] : [sql`month = ${filter.month}`]),
    ...(filter.from === undefined ? [] : [sql`booked_at >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`booked_at < ${filter.to}`]),
  ];
  const order = direction === 'older' ? sql`booked_at desc, id desc` : sql`booked_at asc, id asc`;
  const { rows } = await sql<Row>`select ${columns} from billing_record
    where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Oldest first, in batches, because a month may have many records. */
export async function* recordsOfMonth(
  db: AccountDatabase,
  accountId: string,
  month: string,
): AsyncGenerator<readonly BillingRecord[]> {
  let last: BillingRecord | undefined;
  do {
    const after = last ? sql`and (booked_at, id) > (${last.bookedAt}::timestamptz, ${last.id}::uuid)` : sql``;
    const { rows } = await sql<Row>`select ${columns} from billing_record
      where account_id = ${accountId} and month = ${month} ${after}
      order by booked_at, id limit ${MONTH_PAGE}`.execute(db);
    if (rows.length > 0) yield rows;
    last = rows.length < MONTH_PAGE ? undefined : rows.at(-1);
  } while (last);
}

const MONTH_PAGE = 1_000;

export interface MonthSum {
  readonly month: string;
  readonly records: number;
  /** Change of the balance owed, in cents. */
  readonly changeCents: number;
}

/** Months with records, oldest first. */
export async function sumMonths(db: AccountDatabase, accountId: string): Promise<MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select month, count(*)::float8 as records, sum(amount_cents)::float8 as "changeCents"
    from billing_record where account_id = ${accountId} group by month order by month`.execute(db);
  return rows;
}

/** Balance owed before the month began, in cents. */
export async function balanceBefore(db: AccountDatabase, accountId: string, month: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::float8 as cents
    from billing_record where account_id = ${accountId} and month < ${month}`.execute(db);
  return rows[0]?.cents ?? 0;
}
