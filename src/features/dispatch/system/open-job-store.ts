// Bookings that wait for a crew in areas with automatic dispatch, with their previous offers.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { DispatchJobInput } from '../../../domain/dispatch/dispatch-job.ts';
import type { PlannedCrew } from '../../../domain/dispatch/dispatch-plan.ts';
import { millisOf } from './crew-store.ts';

export interface WaitingBooking extends DispatchJobInput {
  readonly hasOffer: boolean;
  /** Crews that refused the booking or were removed from it. */
  readonly declinedBy: readonly string[];
  /** Crews whose offer expired, once per offer. */
  readonly expiredOffersBy: readonly string[];
  /** Crew and time of an applied plan; null without one. */
  readonly planned: PlannedCrew | null;
}

export interface WaitingFilter {
  readonly areaSlugs: readonly string[];
  /** Bookings with a later window are not loaded yet. */
  readonly opensBefore: Date;
  readonly limit: number;
}

/** With a window at the destination, the crew departs hours before the window opens. */
const maxDriveHours = 12;

/** Most urgent first. */
export async function loadWaiting(db: SystemDatabase, filter: WaitingFilter): Promise<WaitingBooking[]> {
  const { areaSlugs, opensBefore, limit } = filter;
  if (areaSlugs.length === 0) return [];
  const { rows } = await sql<WaitingBooking>`
    select b.id, b.account_id as "accountId", b.product, b.area_slug as "areaSlug", b.arrival_window as "window",
      b.window_ref as "windowRef", ${millisOf(sql`b.window_taken_at`)} as "windowTakenAtMs",
      (q.facts #>> '{travel,minutes}')::float8 as "travelMinutes", q.facts #> '{prices,labor}' as labor,
      ends.origin, ends.destination, ends.stops as "stopCount",
      exists (select from dispatch_offer o where o.booking_id = b.id and o.state = 'open') as "hasOffer",
      array(select o.crew_id::text from dispatch_offer o where o.booking_id = b.id and o.state = 'refused'
        union all select e.crew_id::text from crew_engagement e where e.booking_id = b.id and e.end_reason = 'lost')
        as "declinedBy",
      array(select o.crew_id::text from dispatch_offer o where o.booking_id = b.id and o.state = 'expired') as "expiredOffersBy",
      case when p.booking_id is not null then json_build_object('crewId', p.crew_id, 'slot', json_build_object(
        'startsMs', ${millisOf(sql`p.starts_at`)}, 'arrivesMs', ${millisOf(sql`p.arrives_at`)},
        'endsMs', ${millisOf(sql`p.ends_at`)}, 'from', ends.origin, 'to', ends.destination)) end as planned
    from booking b join quote q on q.id = b.quote_id left join planned_job p on p.booking_id = b.id
    cross join lateral (
      select count(*)::int as stops,
        (array_agg(json_build_object('longitude', l.longitude, 'latitude', l.latitude) order by s.position))[1] as origin,
        (array_agg(json_build_object('longitude', l.longitude, 'latitude', l.latitude) order by s.position desc))[1]
          as destination
      from booking_stop s join location l on l.id = s.location_id where s.booking_id = b.id) ends
    where b.state = 'created' and b.area_slug = any (${[...areaSlugs]}::text[]) and b.simulation is null
      and (b.window_starts_at is null or b.window_starts_at <= case b.window_ref when 'origin' then ${opensBefore}::timestamptz
        else ${opensBefore}::timestamptz + make_interval(hours => ${maxDriveHours}) end)
    order by b.window_starts_at nulls first, b.id limit ${limit}`.execute(db);
  return rows;
}

/** When the plan expects this crew at the first stop of the booking; null if it does not, or that time has passed. */
export async function findPlannedArrival(
  db: SystemDatabase,
  { bookingId, crewId }: { readonly bookingId: string; readonly crewId: string },
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ arrivesMs: number }>`
    select ${millisOf(sql`arrives_at`)} as "arrivesMs" from planned_job
    where booking_id = ${bookingId} and crew_id = ${crewId} and arrives_at > ${now}`.execute(db);
  return rows[0]?.arrivesMs ?? null;
}
