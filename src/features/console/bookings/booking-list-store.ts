// Keyset pagination over the bookings of all accounts, newest first. Ids are UUIDv7, so their order is the order of
// creation.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { BookingState } from '../../../domain/booking/booking.ts';
import type { PageRequest } from '../../../http/operations/pagination.ts';
import { onDay } from '../../bookings/system/booking-day-store.ts';
import { searchByWords } from '../search/search-index-store.ts';
import { crewPhone } from './booking-columns-store.ts';

export interface OperatorBookingFilter {
  readonly states: readonly BookingState[];
  readonly accountId?: string | undefined;
  readonly area?: string | undefined;
  readonly hid?: string | undefined;
  readonly orderNumber?: string | undefined;
  /** Calendar day in the time zone of the booking's window: 2030-01-15. */
  readonly day?: string | undefined;
  readonly windowFrom?: Date | undefined;
  readonly windowTo?: Date | undefined;
  /** Search words: prefixes of the booking's codes, names, phone numbers or addresses. */
  readonly text?: string | undefined;
}

export interface OperatorBookingRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly area: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly wire: string;
  readonly trouble: string | null;
  readonly crew: { readonly id: string; readonly name: string; readonly phone_number: string | null } | null;
}

/** Rows in page direction: nearest to the cursor first. */
export async function listBookingsOfAllAccounts(
  db: SystemDatabase,
  filter: OperatorBookingFilter,
  page: PageRequest,
): Promise<OperatorBookingRow[]> {
  const { direction, from, limit } = page;
  const conditions = [
    ...(from ? [direction === 'older' ? sql`b.id < ${from.id}` : sql`b.id > ${from.id}`] : []),
    ...conditionsOf(filter),
  ];
  const order = direction === 'older' ? sql`b.id desc` : sql`b.id asc`;
  const load = async (...more: RawBuilder<unknown>[]) => {
    const all = [...conditions, ...more];
    const where = all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
    const { rows } = await sql<OperatorBookingRow>`
      select b.id, b.created_at as "createdAt", b.area_slug as area, b.account_id as "accountId",
        a.name as "accountName", b.wire::text as wire, e.crew, b.dispatch #>> '{failure,reason}' as trouble
      from booking b join account a on a.id = b.account_id
      left join lateral (
        select json_build_object('id', k.id, 'name', k.name, 'phone_number', ${crewPhone}) as crew
        from crew_engagement e join crew k on k.id = e.crew_id
        where e.booking_id = b.id and (e.ended_at is null or e.end_reason = 'completed')
        order by e.ended_at nulls first limit 1) e on true
      ${where} order by ${order} limit ${sql.lit(limit)}`.execute(db);
    return rows;
  };
  return filter.text === undefined ? load() : searchByWords(db, filter.text, page, load);
}

function conditionsOf(filter: OperatorBookingFilter): RawBuilder<unknown>[] {
  const { states, accountId, area, hid, orderNumber, day, windowFrom, windowTo } = filter;
  const conditions: [unknown, RawBuilder<unknown>][] = [
    [accountId, sql`b.account_id = ${accountId}`],
    [area, sql`b.area_slug = ${area}`],
    [hid, sql`b.hid = ${hid}`],
    [orderNumber, sql`b.order_number = ${orderNumber}`],
    [windowFrom, sql`b.window_starts_at >= ${windowFrom}`],
    [windowTo, sql`b.window_starts_at < ${windowTo}`],
    [day, onDay(day ?? '')],
  ];
  const applied = conditions.filter(([value]) => value !== undefined).map(([, condition]) => condition);
  // States are SQL literals, not parameters, so that the planner can match the partial index on open states.
  const inStates = sql`b.state in (${sql.join(states.map((state) => sql.lit(state)))})`;
  return states.length > 0 ? [inStates, ...applied] : applied;
}
