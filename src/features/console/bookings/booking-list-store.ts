// Keyset pagination over the bookings of all accounts, newest or soonest first. Ids are UUIDv7, so their order is the
// order of creation.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { BookingState } from '../../../domain/booking/booking.ts';
import type { WatchedBooking } from '../../../domain/time/lateness.ts';
import type { PageRequest } from '../../../http/operations/pagination.ts';
import { onDay } from '../../bookings/system/booking-day-store.ts';
import type { OpenOffer } from '../dispatch/open-offer-schema.ts';
import { watchedIds } from '../exceptions/exception-store.ts';
import { searchByWords } from '../search/search-index-store.ts';
import { crewPhone, isPlanned, openOffer, watchedBooking } from './booking-columns-store.ts';
import type { BookingAlert, BookingSort } from './booking-schemas.ts';

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
  readonly alert?: BookingAlert | undefined;
  /** Ids to choose from. */
  readonly ids?: readonly string[] | undefined;
}

const hasFailedStop = sql`(b.state in ('created', 'dispatched') and b.dispatch #>> '{failure,reason}' is not null)`;

export interface OperatorBookingRow {
  readonly id: string;
  readonly createdAt: Date;
  /** Start of the window; on demand, when it was booked. */
  readonly startsAt: Date;
  readonly area: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly wire: string;
  readonly trouble: string | null;
  readonly isPlanned: boolean;
  readonly offer: OpenOffer | null;
  readonly watched: WatchedBooking;
  readonly crew: { readonly id: string; readonly name: string; readonly phone_number: string | null } | null;
}

/** Rows in page direction: nearest to the cursor first. `now` decides what is planned and offered. */
export async function listBookingsOfAllAccounts(
  db: SystemDatabase,
  {
    filter,
    sort,
    now,
  }: { readonly filter: OperatorBookingFilter; readonly sort: BookingSort; readonly now: Date },
  page: PageRequest,
): Promise<OperatorBookingRow[]> {
  const conditions = conditionsOf(filter, now);
  const load = async (...more: RawBuilder<unknown>[]) => {
    const { rows } = await sql<OperatorBookingRow>`
      select b.id, b.created_at as "createdAt", ${startsAt} as "startsAt", b.area_slug as area,
        b.account_id as "accountId", a.name as "accountName", b.wire::text as wire, e.crew,
        b.dispatch #>> '{failure,reason}' as trouble, ${isPlanned(now)} as "isPlanned", ${openOffer(now)} as offer,
        ${watchedBooking} as watched
      from ${pageOf(sort, page, [...conditions, ...more])} b join account a on a.id = b.account_id
      left join lateral (
        select json_build_object('id', k.id, 'name', k.name, 'phone_number', ${crewPhone}) as crew
        from crew_engagement e join crew k on k.id = e.crew_id
        where e.booking_id = b.id and (e.ended_at is null or e.end_reason = 'completed')
        order by e.ended_at nulls first limit 1) e on true
      order by ${orderOf(sort, page)} limit ${sql.lit(page.limit)}`.execute(db);
    return rows;
  };
  if (filter.text === undefined) return load();
  // The search narrows common words by the cursor of the creation order. Another order has to see all matches.
  const searched = sort === 'created' ? page : { ...page, direction: 'older' as const, from: null };
  return searchByWords(db, filter.text, searched, load);
}

/** On-demand bookings have no window: they count from when they were booked. */
const startsAt = sql`coalesce(b.window_starts_at, b.window_taken_at)`;

function orderOf(sort: BookingSort, { direction }: PageRequest): RawBuilder<unknown> {
  if (sort === 'created') return direction === 'older' ? sql`b.id desc` : sql`b.id asc`;
  return direction === 'older' ? sql`${startsAt} asc, b.id asc` : sql`${startsAt} desc, b.id desc`;
}

/**
 * One page of bookings. By window: bookings with and without a window are read from an index each and merged, because
 * an index on both would be written by every booking.
 */
function pageOf(
  sort: BookingSort,
  { direction, from, limit }: PageRequest,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const isForward = direction === 'older';
  const select = (order: RawBuilder<unknown>, more: readonly RawBuilder<unknown>[]) => {
    const all = [...more, ...conditions];
    const where = all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
    return sql`(select b.* from booking b ${where} order by ${order} limit ${sql.lit(limit)})`;
  };
  if (sort === 'created') {
    const beyond = from ? [isForward ? sql`b.id < ${from.id}` : sql`b.id > ${from.id}`] : [];
    return select(isForward ? sql`b.id desc` : sql`b.id asc`, beyond);
  }
  const byTime = (column: RawBuilder<unknown>, condition: RawBuilder<unknown>) => {
    const place = from && sql`(${new Date(from.atMs)}::timestamptz, ${from.id}::uuid)`;
    const beyond = place ? [sql`(${column}, b.id) ${isForward ? sql`>` : sql`<`} ${place}`] : [];
    const order = isForward ? sql`${column} asc, b.id asc` : sql`${column} desc, b.id desc`;
    return select(order, [condition, ...beyond]);
  };
  return sql`(${byTime(sql`b.window_starts_at`, sql`b.window_starts_at is not null`)}
    union all ${byTime(sql`b.window_taken_at`, sql`b.window_starts_at is null`)})`;
}

/** Bookings of which some may be late: the shared rule decides which are. */
export async function findWatchedBookings(
  db: SystemDatabase,
  now: Date,
): Promise<{ readonly id: string; readonly watched: WatchedBooking }[]> {
  const { rows } = await sql<{ id: string; watched: WatchedBooking }>`
    select b.id, ${watchedBooking} as watched from booking b
    where b.id in (${watchedIds(now)}) and b.state in ('created', 'dispatched')`.execute(db);
  return rows;
}

function conditionsOf(filter: OperatorBookingFilter, now: Date): RawBuilder<unknown>[] {
  const { states, accountId, area, hid, orderNumber, day, windowFrom, windowTo, ids, alert } = filter;
  const conditions: [unknown, RawBuilder<unknown>][] = [
    [accountId, sql`b.account_id = ${accountId}`],
    [area, sql`b.area_slug = ${area}`],
    [hid, sql`b.hid = ${hid}`],
    [orderNumber, sql`b.order_number = ${orderNumber}`],
    [windowFrom, sql`b.window_starts_at >= ${windowFrom}`],
    [windowTo, sql`b.window_starts_at < ${windowTo}`],
    [day, onDay(day ?? '')],
    [ids, sql`b.id = any (${[...(ids ?? [])]}::uuid[])`],
    [alert === 'failed' || undefined, hasFailedStop],
    [alert === 'unassigned' || undefined, sql`b.state = 'created' and not ${isPlanned(now)}`],
  ];
  const applied = conditions.filter(([value]) => value !== undefined).map(([, condition]) => condition);
  // States are SQL literals, not parameters, so that the planner can match the partial index on open states.
  const inStates = sql`b.state in (${sql.join(states.map((state) => sql.lit(state)))})`;
  return states.length > 0 ? [inStates, ...applied] : applied;
}
