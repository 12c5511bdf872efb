// Reads the input of a plan: bookings of an area and day that are not ended, and crews with their shifts and commitments.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { uncertaintyMiles } from '../../../domain/place/location.ts';
import type { PlanBooking, PlanCrew } from '../../../domain/plan/plan-input.ts';
import { localDay, onDay } from '../../bookings/system/booking-day-store.ts';
import { millisOf, slotOf } from '../../dispatch/system/crew-store.ts';

export interface PlanDay {
  readonly areaSlug: string;
  /** Formatted as 2030-01-15. */
  readonly day: string;
}

export interface StoredPlanBooking extends PlanBooking {
  readonly timeZone: string;
}

export interface StoredPlanCrew extends PlanCrew {
  /** Increased by every engagement and offer. */
  readonly version: number;
}

interface BookingRow extends Omit<StoredPlanBooking, 'stops'> {
  readonly stops: readonly {
    readonly id: string;
    readonly longitude: number;
    readonly latitude: number;
    readonly locationType: string;
    readonly radiusMiles: number | null;
  }[];
}

/** Crews that declined the booking `b`, let an offer expire, or were removed from it. */
export const declinedBy = sql`array(
  select o.crew_id::text from dispatch_offer o where o.booking_id = b.id and o.state in ('refused', 'expired')
  union select e.crew_id::text from crew_engagement e where e.booking_id = b.id and e.end_reason = 'lost')`;

/**
 * How much later than planned the started booking `b` is, in milliseconds: by the ETA of its crew, or because the crew is
 * still where it should have left. `p` is its planned job, `e` the engagement of its crew.
 */
export function delayOf(now: Date): RawBuilder<unknown> {
  const position = sql`(b.dispatch ->> 'routePosition')::int`;
  const planned = (stop: RawBuilder<unknown>, time: 'startsMs' | 'departsMs') =>
    sql`(p.stops -> (${stop}) ->> ${sql.lit(time)})::float8`;
  return sql`greatest(0, case
    when b.dispatch ->> 'state' = 'driving' then greatest((b.crew ->> 'etaMs')::float8, ${now.getTime()}::float8)
      - coalesce(${planned(position, 'startsMs')}, case when ${position} = 0 then ${millisOf(sql`e.arrives_at`)} end)
    when b.dispatch ->> 'state' in ('at', 'done') then ${now.getTime()}::float8 - ${planned(position, 'departsMs')}
    when ${position} > 0 then ${now.getTime()}::float8 - ${planned(sql`${position} - 1`, 'departsMs')} end)`;
}

/** The area and day of a booking that is not ended. */
export async function findPlanDay(db: SystemDatabase, bookingId: string): Promise<PlanDay | undefined> {
  const { rows } = await sql<PlanDay>`
    select b.area_slug as "areaSlug", ${localDay}::text as day from booking b
    where b.id = ${bookingId} and b.state in ('created', 'dispatched') and b.simulation is null`.execute(db);
  return rows[0];
}

/** Simulated bookings of the sandbox have no crew of ours. A booking whose last stop is done needs none any more. */
export async function listPlanBookings(
  db: SystemDatabase,
  { areaSlug, day }: PlanDay,
): Promise<StoredPlanBooking[]> {
  const { rows } = await sql<BookingRow>`
    select b.id, b.hid, b.account_id as "accountId", b.product, b.area_slug as "areaSlug", b.arrival_window as "window",
      b.window_ref as "windowRef", ${millisOf(sql`b.window_taken_at`)} as "windowTakenAtMs",
      (q.facts #>> '{travel,minutes}')::float8 as "travelMinutes", (q.facts #>> '{travel,miles}')::float8 as "travelMiles",
      q.facts #> '{prices,labor}' as labor, b.arrival_window ->> 'timeZone' as "timeZone",
      b.state = 'dispatched' as "isDispatched", ${declinedBy} as "declinedBy",
      b.state = 'dispatched' and (b.dispatch ->> 'state' <> 'pending' or (b.dispatch ->> 'routePosition')::int > 0) as "isStarted",
      (select json_agg(json_build_object('id', s.id, 'longitude', l.longitude, 'latitude', l.latitude,
         'locationType', l.location_type, 'radiusMiles', l.radius_miles) order by s.position)
       from booking_stop s join location l on l.id = s.location_id where s.booking_id = b.id) as stops
    from booking b join quote q on q.id = b.quote_id
    where b.state in ('created', 'dispatched') and b.area_slug = ${areaSlug} and b.simulation is null and ${onDay(day)}
      and not (b.state = 'dispatched' and b.dispatch ->> 'state' = 'done' and (b.dispatch ->> 'routePosition')::int =
        (select max(s.position) from booking_stop s where s.booking_id = b.id))
    order by coalesce(b.window_starts_at, b.window_taken_at), b.id`.execute(db);
  return rows.map(({ stops, ...booking }) => ({
    ...booking,
    stops: stops.map(({ id, longitude, latitude, ...kind }) => ({
      id,
      longitude,
      latitude,
      uncertaintyMiles: uncertaintyMiles(kind),
    })),
  }));
}

/**
 * Crews in service with the shifts of the span, and everything that takes their time then: engagements until their
 * expected end, open offers, and planned jobs of other areas and days.
 */
export async function listPlanCrews(
  db: SystemDatabase,
  { areaSlug, day }: PlanDay,
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
): Promise<StoredPlanCrew[]> {
  const common = (
    alias: 'e' | 'o',
  ) => sql`'bookingId', ${sql.ref(`${alias}.booking_id`)}, 'isStarted', coalesce(
    (select b.state = 'dispatched' and (b.dispatch ->> 'state' <> 'pending' or (b.dispatch ->> 'routePosition')::int > 0)
     from booking b where b.id = ${sql.ref(`${alias}.booking_id`)}), false)`;
  const { rows } = await sql<Omit<StoredPlanCrew, 'isRetired'>>`
    with taken as (
      select e.crew_id, ${slotOf('e')}::jsonb || jsonb_build_object('kind', 'engaged', ${common('e')},
        'endsMs', ${millisOf(sql`e.ends_at`)} + ${delayOf(now)}) as slot
      from crew_engagement e left join booking b on b.id = e.booking_id left join planned_job p on p.booking_id = e.booking_id
      where e.ended_at is null and e.starts_at < ${to}
      union all
      select o.crew_id, ${slotOf('o')}::jsonb || jsonb_build_object('kind', 'offered', ${common('o')})
      from dispatch_offer o where o.state = 'open' and o.expires_at > ${now} and o.starts_at < ${to}
      union all
      select p.crew_id, jsonb_build_object('kind', 'planned_elsewhere', 'bookingId', p.booking_id, 'isStarted', false,
        'startsMs', ${millisOf(sql`p.starts_at`)}, 'arrivesMs', ${millisOf(sql`p.arrives_at`)},
        'endsMs', ${millisOf(sql`p.ends_at`)}, 'from', ends.origin, 'to', ends.destination)
      from planned_job p join booking b on b.id = p.booking_id and b.state = 'created'
      cross join lateral (
        select (array_agg(json_build_object('longitude', l.longitude, 'latitude', l.latitude) order by s.position))[1] as origin,
          (array_agg(json_build_object('longitude', l.longitude, 'latitude', l.latitude) order by s.position desc))[1]
            as destination
        from booking_stop s join location l on l.id = s.location_id where s.booking_id = p.booking_id) ends
      where p.starts_at < ${to} and p.ends_at > ${from} and (p.area_slug <> ${areaSlug} or p.day <> ${day}::date)
        and not exists (select from dispatch_offer o where o.booking_id = p.booking_id and o.state = 'open')
    ), taken_by as (
      select crew_id, json_agg(slot) as slots from taken group by crew_id
    ), shifts_of as (
      select crew_id, json_agg(json_build_object('startsMs', ${millisOf(sql`starts_at`)}, 'endsMs', ${millisOf(sql`ends_at`)})
        order by starts_at) as shifts
      from shift where ends_at > ${from} and starts_at < ${to} group by crew_id
    ), members_of as (
      select crew_id, count(*)::int as members from crew_member where crew_id is not null group by crew_id
    )
    select c.id, c.name, c.version, c.home_areas as "homeAreas", v.type as "vehicleType", coalesce(m.members, 0) as "memberCount",
      coalesce(s.shifts, '[]') as shifts, coalesce(t.slots, '[]') as commitments,
      case when c.position_at is not null then json_build_object('longitude', c.longitude, 'latitude', c.latitude) end as position
    from crew c left join vehicle v on v.id = c.vehicle_id left join members_of m on m.crew_id = c.id
      left join shifts_of s on s.crew_id = c.id left join taken_by t on t.crew_id = c.id
    where c.retired_at is null and (s.crew_id is not null or t.crew_id is not null)
    order by lower(c.name), c.id`.execute(db);
  return rows.map((crew) => ({ ...crew, isRetired: false }));
}
