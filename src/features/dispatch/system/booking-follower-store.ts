// Writes of dispatch after booking events, in the relay's transaction. The affected crews are locked first.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import type { CrewSlot } from '../../../domain/dispatch/crew-fit.ts';
import type { BookingRef } from '../../bookings/booking-ref.ts';
import { type BookingRow, fromRow, selectBooking } from '../../bookings/booking-store.ts';
import { slotOf } from './crew-store.ts';
import type { Engagement } from './engagement-store.ts';

export interface OpenEngagement extends Pick<Engagement, 'bookingId' | 'crewId' | 'slot'> {
  readonly id: string;
}

const idList = (ids: readonly string[]): RawBuilder<unknown> => sql`${[...ids]}::uuid[]`;

/** Open engagements of these bookings. Locks their crews in id order, the global lock order for crews. */
export async function lockEngagements(
  trx: SystemDatabase,
  bookingIds: readonly string[],
): Promise<OpenEngagement[]> {
  const lock = sql`
    select from crew where id in (
      select crew_id from crew_engagement where booking_id = any (${idList(bookingIds)}) and ended_at is null)
    order by id for update`;
  const read = sql<OpenEngagement>`
    select id, booking_id as "bookingId", crew_id as "crewId",
      ${slotOf('e')} as slot
    from crew_engagement e where booking_id = any (${idList(bookingIds)}) and ended_at is null`;
  const [, { rows }] = await Promise.all([lock.execute(trx), read.execute(trx)]);
  return rows;
}

/** Bookings whose window or route was changed by these events. */
export async function findReplanned(trx: SystemDatabase, eventIds: readonly string[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct booking_id as id from event
    where id = any (${idList(eventIds)}) and booking_id is not null
      and (payload #> '{data,changed}')::jsonb ?| array['arrival_window', 'route']`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Ends engagements whose booking has ended, has no crew, or has another crew. */
export async function endEngagements(
  trx: SystemDatabase,
  bookingIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    with ended as (
      update crew_engagement e set ended_at = ${now}, end_reason = case b.state when 'cancelled' then 'cancelled'
        when 'completed' then 'completed' when 'created' then 'lost' else 'replaced' end
      from booking b
      where b.id = e.booking_id and e.booking_id = any (${idList(bookingIds)}) and e.ended_at is null
        and (b.state <> 'dispatched' or b.crew ->> 'id' is distinct from e.crew_id::text)
      returning e.crew_id)
    update crew c set version = version + 1 from ended where c.id = ended.crew_id`.execute(trx);
}

/** Withdraws open offers of bookings that no longer wait for a crew. */
export async function withdrawOffers(
  trx: SystemDatabase,
  bookingIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update dispatch_offer o set state = 'withdrawn', answered_at = ${now} from booking b
    where b.id = o.booking_id and o.booking_id = any (${idList(bookingIds)}) and o.state = 'open'
      and b.state <> 'created'`.execute(trx);
}

/** An offer applies to one window and route. After a change, dispatch makes a new offer. */
export async function withdrawChangedOffers(
  trx: SystemDatabase,
  bookingIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update dispatch_offer set state = 'withdrawn', answered_at = ${now}
    where booking_id = any (${idList(bookingIds)}) and state = 'open'`.execute(trx);
}

/** Updates crew positions from the location reported on the booking, or else from the stop at which the crew is. */
export async function updateCrewPositions(
  trx: SystemDatabase,
  bookingIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update crew c set longitude = seen.longitude, latitude = seen.latitude, position_at = ${now}
    from (
      select e.crew_id, coalesce((b.crew #>> '{location,longitude}')::float8, l.longitude) as longitude,
        coalesce((b.crew #>> '{location,latitude}')::float8, l.latitude) as latitude
      from crew_engagement e join booking b on b.id = e.booking_id
      left join booking_stop s on s.booking_id = b.id and s.id::text = b.dispatch ->> 'routeStopId'
        and b.dispatch ->> 'state' in ('at', 'done')
      left join location l on l.id = s.location_id
      where e.booking_id = any (${idList(bookingIds)}) and e.ended_at is null) seen
    where c.id = seen.crew_id and seen.longitude is not null`.execute(trx);
}

export interface DoneStop extends BookingRef {
  readonly stopId: string;
  /** When the booking was changed, in real time; earlier by what the account's test clock was advanced since. */
  readonly since: Date;
}

/**
 * The current stops of these bookings that are done. Simulated bookings move on with the next step of the simulation.
 * Locks the accounts against an advance of their test clocks, which would miss a job that is not committed yet.
 */
export async function findDoneStops(
  trx: SystemDatabase,
  bookingIds: readonly string[],
  now: Date,
): Promise<DoneStop[]> {
  if (bookingIds.length === 0) return [];
  const { rows } = await sql<DoneStop>`
    select b.id as "bookingId", b.account_id as "accountId", b.dispatch ->> 'routeStopId' as "stopId",
      least(${now}::timestamptz, b.updated_at - make_interval(secs => a.clock_ahead_seconds)) as since
    from booking b join account a on a.id = b.account_id
    where b.id = any (${idList(bookingIds)}) and b.state = 'dispatched' and b.dispatch ->> 'state' = 'done'
      and b.simulation is null
    for key share of a`.execute(trx);
  return rows;
}

export async function loadChanged(trx: SystemDatabase, bookingIds: readonly string[]): Promise<Booking[]> {
  const { rows } = await sql<BookingRow>`${selectBooking} where b.id = any (${idList(bookingIds)})`.execute(
    trx,
  );
  return rows.map((row) => fromRow(row).booking);
}

/**
 * Returns false if the crew is engaged elsewhere at that time. With `capped`, the engagement ends at the latest when
 * the next one starts.
 */
export async function rescheduleEngagement(
  trx: SystemDatabase,
  { id, crewId }: OpenEngagement,
  { startsMs, arrivesMs, endsMs, from, to }: CrewSlot,
  capped: boolean,
): Promise<boolean> {
  const [starts, arrives, ends] = [new Date(startsMs), new Date(arrivesMs), new Date(endsMs)];
  const next = sql`(select min(n.starts_at) from crew_engagement n where n.crew_id = ${crewId} and n.ended_at is null
    and n.id <> e.id and n.starts_at > ${arrives})`;
  const end = capped ? sql`least(${ends}::timestamptz, ${next})` : sql`${ends}::timestamptz`;
  const { numAffectedRows } = await sql`
    update crew_engagement e set starts_at = ${starts}, arrives_at = ${arrives}, ends_at = ${end},
      from_longitude = ${from.longitude}, from_latitude = ${from.latitude},
      to_longitude = ${to.longitude}, to_latitude = ${to.latitude}
    where id = ${id} and not exists (select from crew_engagement o where o.crew_id = ${crewId} and o.ended_at is null
      and o.id <> e.id and o.starts_at < ${end} and o.ends_at > ${starts})`.execute(trx);
  await sql`update crew set version = version + 1 where id = ${crewId}`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function endRescheduled(trx: SystemDatabase, id: string, now: Date): Promise<void> {
  await sql`update crew_engagement set ended_at = ${now}, end_reason = 'rescheduled' where id = ${id}`.execute(
    trx,
  );
}
