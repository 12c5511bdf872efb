// Pages of bookings by keyset, newest first. Each state is read from its own end of the index and the pages are merged,
// so that the price of a page depends neither on how deep it lies nor on how rare the state is.
import { type RawBuilder, sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import type { BookingState } from '../../domain/booking.ts';
import type { PageRequest } from '../../http/pagination.ts';

export interface BookingFilter {
  readonly states: readonly BookingState[];
  readonly orderNumber?: string | undefined;
  readonly hid?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  readonly windowFrom?: Date | undefined;
  readonly windowTo?: Date | undefined;
}

export interface BookingPage extends PageRequest {
  readonly filter: BookingFilter;
}

export interface BookingRow {
  readonly id: string;
  readonly created_at: Date;
  readonly wire: string;
}

/**
 * In the direction of the page: the nearest to its start come first. Planning such a statement takes longer than the page
 * itself, and PostgreSQL plans it anew each time if it hopes for a better plan with the values at hand. There is none, so
 * the limit is part of the text, and whose bookings, in which state and from where on is not told to the planner (`unplanned`).
 */
export async function listBookingRows(
  db: AccountDatabase,
  accountId: string,
  page: BookingPage,
): Promise<BookingRow[]> {
  const { states } = page.filter;
  const parts = (states.length === 0 ? [null] : states).map((state) => select(accountId, state, page));
  const order = orderOf(page);
  const { rows } = await sql<BookingRow>`
    select id, created_at, wire from (${sql.join(parts, sql` union all `)}) as page ${order} limit ${sql.lit(page.limit)}`.execute(
    db,
  );
  return rows;
}

function select(accountId: string, state: BookingState | null, page: BookingPage): RawBuilder<unknown> {
  const conditions = [
    sql`account_id = ${unplanned(accountId, 'uuid')}`,
    ...(state ? [sql`state = ${unplanned(state, 'text')}`] : []),
    ...placeOf(page),
    ...filtersOf(page.filter),
  ];
  return sql`(select id, created_at, wire::text as wire from booking
    where ${sql.join(conditions, sql` and `)} ${orderOf(page)} limit ${sql.lit(page.limit)})`;
}

/** A value that is looked up when the statement runs, as if it came from a table. */
function unplanned(value: unknown, type: 'uuid' | 'text' | 'timestamptz'): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})`;
}

function orderOf({ direction }: PageRequest): RawBuilder<unknown> {
  return direction === 'older'
    ? sql`order by created_at desc, id desc`
    : sql`order by created_at asc, id asc`;
}

function placeOf({ from, direction }: PageRequest): RawBuilder<unknown>[] {
  if (!from) return [];
  const place = sql`(${unplanned(new Date(from.atMs), 'timestamptz')}, ${unplanned(from.id, 'uuid')})`;
  return [direction === 'older' ? sql`(created_at, id) < ${place}` : sql`(created_at, id) > ${place}`];
}

function filtersOf(filter: BookingFilter): RawBuilder<unknown>[] {
  const conditions: [unknown, RawBuilder<unknown>][] = [
    [filter.orderNumber, sql`order_number = ${filter.orderNumber}`],
    [filter.hid, sql`hid = ${filter.hid}`],
    [filter.createdFrom, sql`created_at >= ${filter.createdFrom}`],
    [filter.createdTo, sql`created_at < ${filter.createdTo}`],
    [filter.windowFrom, sql`window_starts_at >= ${filter.windowFrom}`],
    [filter.windowTo, sql`window_starts_at < ${filter.windowTo}`],
  ];
  return conditions.filter(([given]) => given !== undefined).map(([, condition]) => condition);
}
