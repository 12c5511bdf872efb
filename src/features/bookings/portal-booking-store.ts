// Bookings of an account for the portal, newest first, and the addresses that they lead to.
import { type RawBuilder, sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import type { BookingState } from '../../domain/booking/booking.ts';
import type { PortalBooking } from './portal-booking-schemas.ts';

export interface PortalBookingQuery {
  /** Booking id, confirmation code, order number, or words of customer, contacts and addresses. */
  readonly search?: string | undefined;
  readonly state?: BookingState | undefined;
  /** First and last day of the arrival window, in its own time zone. */
  readonly first_day?: string | undefined;
  readonly last_day?: string | undefined;
  /** Id of the last booking of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Day of the arrival window at its place. */
const localDay = sql`(b.window_starts_at at time zone coalesce(b.arrival_window ->> 'timeZone', 'UTC'))::date`;

/** Most bookings that a search considers: the newest ones. */
const maxFound = 1_000;

export function listPortalBookings(
  db: AccountDatabase,
  accountId: string,
  { search, state, first_day: firstDay, last_day: lastDay, after, limit }: PortalBookingQuery,
): Promise<PortalBooking[]> {
  const conditions = [
    ...(search === undefined ? [] : [matches(accountId, search)]),
    ...(state === undefined ? [] : [sql`b.state = ${state}`]),
    // The first condition of each is for the index: local days differ by less than two days from those of the database.
    ...(firstDay === undefined
      ? []
      : [sql`b.window_starts_at >= ${firstDay}::date - 2`, sql`${localDay} >= ${firstDay}::date`]),
    ...(lastDay === undefined
      ? []
      : [sql`b.window_starts_at < ${lastDay}::date + 3`, sql`${localDay} <= ${lastDay}::date`]),
    ...(after === undefined
      ? []
      : [
          sql`(b.created_at, b.id) < (select a.created_at, a.id from booking a where a.account_id = ${accountId} and a.id = ${after})`,
        ]),
  ];
  return select(db, accountId, conditions, limit);
}

/** Time zone of the newest booking with an arrival window; null without one. */
export async function findUsualTimeZone(db: AccountDatabase, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ zone: string | null }>`
    select b.arrival_window ->> 'timeZone' as zone from booking b
    where b.account_id = ${accountId} and b.window_starts_at is not null
    order by b.created_at desc, b.id desc limit 1`.execute(db);
  return rows[0]?.zone ?? null;
}

export async function findPortalBooking(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<PortalBooking | undefined> {
  const [found] = await select(db, accountId, [sql`b.id = ${id}`], 1);
  return found;
}

/** Ids and codes match at once, words as soon as the booking is indexed, a moment after each change. */
function matches(accountId: string, text: string): RawBuilder<unknown> {
  return sql`b.id in (
    select id from booking where account_id = ${accountId} and hid = ${text.toUpperCase()}
    union select id from booking where account_id = ${accountId} and order_number = ${text}
    union select id from booking where account_id = ${accountId} and id::text = ${text.toLowerCase()}
    union select search_own_bookings(${text}, ${maxFound}))`;
}

async function select(
  db: AccountDatabase,
  accountId: string,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<PortalBooking[]> {
  const all = sql.join([sql`b.account_id = ${accountId}`, ...conditions], sql` and `);
  const { rows } = await sql<PortalBooking>`
    select b.id, b.hid, b.state, b.wire ->> 'dispatch_state' as dispatch_state, b.order_number, b.product,
      coalesce(b.wire #>> '{customer,name}', b.wire #>> '{contacts,-1,name}') as customer_name,
      b.wire #>> '{origin,name}' as origin, b.wire #>> '{destination,name}' as destination,
      json_array_length(b.wire -> 'route') as stop_count,
      array(select (stop ->> 'position')::integer from json_array_elements(b.wire -> 'route') as stop
        where stop ->> 'id' in (select event ->> 'route_stop_id'
          from json_array_elements(b.wire #> '{dispatch,events}') as event where event ->> 'outcome' = 'skipped')
        order by 1) as skipped_positions,
      (select json_build_object('id', n.id, 'hid', n.hid) from redelivery r
        join booking n on n.id = r.new_booking_id and n.account_id = r.account_id
        where r.account_id = ${accountId} and r.booking_id = b.id and n.state <> 'cancelled'
        order by r.created_at desc limit 1) as redelivery,
      (select json_build_object('id', f.id, 'hid', f.hid) from redelivery r
        join booking f on f.id = r.booking_id and f.account_id = r.account_id
        where r.account_id = ${accountId} and r.new_booking_id = b.id) as redelivery_of,
      (b.wire #>> '{arrival_window,start_at}')::timestamptz as window_starts_at,
      (b.wire #>> '{arrival_window,end_at}')::timestamptz as window_ends_at,
      b.arrival_window ->> 'timeZone' as time_zone,
      (b.wire #>> '{fare,total}')::integer as fare_cents,
      (b.wire #>> '{quote,fare_estimate,0,total}')::integer as estimate_low_cents,
      (b.wire #>> '{quote,fare_estimate,-1,total}')::integer as estimate_high_cents,
      (b.cancellation ->> 'feeCents')::integer as cancellation_fee_cents,
      b.created_at
    from booking b where ${all} order by b.created_at desc, b.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Bookings whose addresses are suggested: the newest ones. */
const maxKnown = 200;

/** Addresses of the newest bookings of the account that contain the text, the most frequent first. */
export async function findKnownAddresses(
  db: AccountDatabase,
  accountId: string,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<string[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{ address: string }>`
    select address from (
      select concat_ws(', ', stop #>> '{location,name}', stop #>> '{location,address,locality}',
        concat_ws(' ', stop #>> '{location,address,region}', stop #>> '{location,address,postal_code}')) as address
      from (select wire from booking where account_id = ${accountId}
        order by created_at desc, id desc limit ${maxKnown}) as newest, json_array_elements(wire -> 'route') as stop
      where stop #>> '{location,location_type}' <> 'coordinates') as known
    where address ilike ${pattern}
    group by address order by count(*) desc, address limit ${limit}`.execute(db);
  return rows.map(({ address }) => address);
}
