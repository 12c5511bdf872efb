// Keyset pagination of bookings, newest first. Each state is read from its own index range and the results are merged,
// so that the cost of a page depends neither on its depth nor on the selectivity of the state filter. Also looks up
// bookings by confirmation code or order number.
import { type RawBuilder, sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import type { BookingState } from '../../domain/booking/booking.ts';
import type { PageRequest } from '../../http/operations/pagination.ts';

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
 * Returns rows in page direction: the row nearest to the cursor first. Planning this statement costs more than running
 * it. PostgreSQL re-plans at every execution as long as custom plans look cheaper than the generic plan. Therefore the
 * limit is a literal, and account, state and cursor are hidden from the planner (see `unplanned`).
 *
 * The JSON is converted to text after the limit. Until the table is analyzed for the first time, PostgreSQL may sort all
 * bookings of the account instead of reading them in the order of the index, and would decompress the JSON of each.
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
    select id, created_at, wire::text as wire from (${sql.join(parts, sql` union all `)}) as page
    ${order} limit ${sql.lit(page.limit)}`.execute(db);
  return rows;
}

function select(accountId: string, state: BookingState | null, page: BookingPage): RawBuilder<unknown> {
  const conditions = [
    sql`account_id = ${unplanned(accountId, 'uuid')}`,
    ...(state ? [sql`state = ${unplanned(state, 'text')}`] : []),
    ...placeOf(page),
    ...filtersOf(page.filter),
  ];
  return sql`(select id, created_at, wire from booking
    where ${sql.join(conditions, sql` and `)} ${orderOf(page)} limit ${sql.lit(page.limit)})`;
}

/** Wraps a value in a scalar subquery: the planner sees an unknown value, so that the generic plan is never worse. */
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

/** Limit for one order number, which may repeat. The newest bookings are returned. */
const maxFound = 100;

export async function findBookingIds(
  db: AccountDatabase,
  accountId: string,
  text: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where account_id = ${accountId} and hid = ${text.toUpperCase()}
    union
    (select id from booking where account_id = ${accountId} and order_number = ${text}
      order by created_at desc, id desc limit ${maxFound})`.execute(db);
  return rows.map(({ id }) => id);
}
