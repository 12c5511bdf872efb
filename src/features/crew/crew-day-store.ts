// The work of a crew: its bookings of the current shift, including the one under way, and the shift itself.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../db/system-database.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { type BookingRow, fromRow, selectBooking } from '../bookings/booking-store.ts';

export interface EngagedBooking {
  readonly booking: Booking;
  /** Planned departure. */
  readonly startsAt: Date;
  /** The masked number of the booking, called by its contacts and by the crew. */
  readonly maskedNumber: string | null;
  /** Number of dispatch in the area of the booking. */
  readonly dispatchNumber: string | null;
  /** Notes of crews, oldest first. */
  readonly notes: readonly StopNote[];
}

export interface StopNote {
  readonly stop_id: string;
  readonly at: string;
  readonly by: string;
  readonly text: string;
  readonly kind: 'note' | 'problem';
}

export interface CrewOverview {
  readonly name: string;
  readonly vehicle: { readonly name: string; readonly type: string; readonly plate: string | null } | null;
  readonly shift: { readonly startsAt: Date; readonly endsAt: Date } | null;
  readonly finishedCount: number;
  /** Last stops of ended jobs. */
  readonly skippedStopIds: readonly string[];
  /** Number of dispatch in the first home area that has one; without home areas, in any area. */
  readonly dispatchNumber: string | null;
}

const aheadHours = 12;
const hours = (count: number) => sql`make_interval(hours => ${count})`;

/** The current shift, or the next one that starts within 12 hours. */
const currentShift = (crewId: string, now: Date) => sql`
  select s.starts_at, s.ends_at from shift s
  where s.crew_id = ${crewId} and s.ends_at > ${now} and s.starts_at < ${now}::timestamptz + ${hours(aheadHours)}
  order by s.starts_at limit 1`;

const dispatchNumber = sql`a.document ->> 'dispatch_phone_number'`;

export async function findCrewOverview(
  db: SystemDatabase,
  crewId: string,
  now: Date,
): Promise<CrewOverview | undefined> {
  type Row = Omit<CrewOverview, 'shift'> & { startsAt: Date | null; endsAt: Date | null };
  const { rows } = await sql<Row>`
    select c.name, near.starts_at as "startsAt", near.ends_at as "endsAt",
      (select json_build_object('name', v.name, 'type', v.type, 'plate', v.plate) from vehicle v where v.id = c.vehicle_id)
        as vehicle,
      ended."finishedCount", ended."skippedStopIds",
      (select ${dispatchNumber} from service_area a
       where ${dispatchNumber} is not null and (c.home_areas = '{}' or a.slug = any(c.home_areas))
       order by array_position(c.home_areas, a.slug), a.slug limit 1) as "dispatchNumber"
    from crew c left join lateral (${currentShift(crewId, now)}) near on true
    cross join lateral (
      select (count(*) filter (where last ->> 'outcome' is distinct from 'skipped'))::int as "finishedCount",
        coalesce(json_agg(last ->> 'routeStopId') filter (where last ->> 'outcome' = 'skipped'), '[]') as "skippedStopIds"
      from (
        select b.dispatch -> 'events' -> -1 as last from crew_engagement e join booking b on b.id = e.booking_id
        where e.crew_id = c.id and e.end_reason = 'completed'
          and e.ended_at > ${now}::timestamptz - ${hours(aheadHours)}) last_events) ended
    where c.id = ${crewId} and c.retired_at is null`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { startsAt, endsAt, ...facts } = row;
  return { ...facts, shift: startsAt && endsAt ? { startsAt, endsAt } : null };
}

/**
 * Engagements that start within 12 hours or before the shift ends, and all that are under way, by start time. At most
 * 30.
 */
export async function listEngaged(db: SystemDatabase, crewId: string, now: Date): Promise<EngagedBooking[]> {
  const { rows } = await sql<BookingRow & Omit<EngagedBooking, 'booking'>>`
    select held.starts_at as "startsAt", held.masked_number as "maskedNumber",
      (select ${dispatchNumber} from service_area a where a.slug = found."areaSlug") as "dispatchNumber",
      (select coalesce(json_agg(json_build_object('stop_id', n.stop_id, 'at', n.created_at, 'by', m.first_name,
         'text', n.text, 'kind', n.kind) order by n.created_at, n.id), '[]')
       from booking_note n join crew_member m on m.id = n.member_id where n.booking_id = held.booking_id) as notes,
      found.*
    from (
      select e.booking_id, e.starts_at, e.masked_number from crew_engagement e join booking b on b.id = e.booking_id
      where e.crew_id = ${crewId} and e.ended_at is null and b.state = 'dispatched'
        and (e.starts_at < greatest(${now}::timestamptz + ${hours(aheadHours)},
               (select near.ends_at from (${currentShift(crewId, now)}) near))
          or b.dispatch ->> 'state' <> 'pending' or (b.dispatch ->> 'routePosition')::integer > 0)
      order by e.starts_at, e.booking_id limit 30) held
    join lateral (${selectBooking} where b.id = held.booking_id) found on true
    order by held.starts_at, held.booking_id`.execute(db);
  return rows.map(({ startsAt, maskedNumber, dispatchNumber: number, notes, ...row }) => ({
    booking: fromRow(row).booking,
    startsAt,
    maskedNumber,
    dispatchNumber: number,
    notes,
  }));
}

export interface EndedJob {
  readonly bookingId: string;
  readonly code: string;
  readonly place: string;
  readonly reason: 'cancelled' | 'reassigned';
}

/**
 * Bookings that were cancelled or taken from the crew within the last 12 hours, the latest first. At most 30. The engagement of
 * a cancelled booking ends shortly after the booking.
 */
export async function listEndedJobs(db: SystemDatabase, crewId: string, now: Date): Promise<EndedJob[]> {
  const since = sql`${now}::timestamptz - ${hours(aheadHours)}`;
  const { rows } = await sql<EndedJob>`
    select ended.booking_id as "bookingId", ended.hid as code, place.name as place,
      case when ended.end_reason = 'cancelled' then 'cancelled' else 'reassigned' end as reason
    from (
      select distinct on (e.booking_id) e.booking_id, b.hid, coalesce(e.end_reason, 'cancelled') as end_reason,
        coalesce(e.ended_at, b.updated_at) as ended_at
      from crew_engagement e join booking b on b.id = e.booking_id
      where e.crew_id = ${crewId} and e.starts_at > ${now}::timestamptz - interval '2 days'
        and (e.end_reason <> 'completed' and e.ended_at > ${since}
          or e.ended_at is null and b.state = 'cancelled' and b.updated_at > ${since})
        and not exists (select from crew_engagement again join booking live on live.id = again.booking_id
          where again.booking_id = e.booking_id and again.crew_id = e.crew_id and again.ended_at is null
            and live.state = 'dispatched')
      order by e.booking_id, e.created_at desc) ended
    join lateral (
      select l.name from booking_stop s join location l on l.id = s.location_id
      where s.booking_id = ended.booking_id order by s.position limit 1) place on true
    order by ended.ended_at desc, ended.booking_id limit 30`.execute(db);
  return rows;
}

/** The booking and its account, if this crew is or was engaged in it. */
export async function findEngagedBooking(
  db: SystemDatabase,
  crewId: string,
  bookingId: string,
): Promise<BookingRef | undefined> {
  const { rows } = await sql<BookingRef>`
    select booking_id as "bookingId", account_id as "accountId" from crew_engagement
    where booking_id = ${bookingId} and crew_id = ${crewId} limit 1`.execute(db);
  return rows[0];
}

/** Crews that are or were engaged in these bookings, and those to which they were offered. */
export async function crewsOfBookings(db: SystemDatabase, bookingIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ crewId: string }>`
    select crew_id as "crewId" from crew_engagement where booking_id = any(${bookingIds}::uuid[])
    union select crew_id from dispatch_offer where booking_id = any(${bookingIds}::uuid[])`.execute(db);
  return rows.map(({ crewId }) => crewId);
}
