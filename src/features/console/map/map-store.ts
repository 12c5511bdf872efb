// Queries of the live map: one statement each for crews, for their jobs, and for jobs without a crew.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { VehicleLimits } from '../../../domain/dispatch/vehicle-limits.ts';
import type { WatchedBooking } from '../../../domain/time/lateness.ts';
import { byName } from '../../../lib/natural-order.ts';
import {
  crewPhone,
  customerName,
  openOffer,
  plannedCrew,
  watchedBooking,
} from '../bookings/booking-columns-store.ts';
import type { MapCrew, MapJob, UnassignedJob } from './map-schemas.ts';

export type MapCrewRow = Omit<MapCrew, 'jobs'>;

/** Ordered by name. */
export async function listMapCrews(
  db: SystemDatabase,
  now: Date,
  areaSlug: string | undefined,
): Promise<MapCrewRow[]> {
  const inArea =
    areaSlug === undefined ? sql`true` : sql`(k.home_areas = '{}' or ${areaSlug} = any (k.home_areas))`;
  const { rows } = await sql<MapCrewRow>`
    select k.id, k.name, ${crewPhone} as phone_number, v.type as vehicle_type,
      case when k.longitude is not null and k.latitude is not null then json_build_array(k.longitude, k.latitude) end
        as location,
      k.position_at as located_at,
      exists (select from shift s where s.crew_id = k.id and s.starts_at <= ${now} and s.ends_at > ${now}) as is_on_shift
    from crew k left join vehicle v on v.id = k.vehicle_id
    where k.retired_at is null and ${inArea} order by lower(k.name), k.id limit 1000`.execute(db);
  return rows.sort(byName);
}

export interface MapJobRow
  extends Omit<MapJob, 'geometry' | 'stops' | 'minutes_late' | 'has_missed_departure'> {
  readonly crewId: string;
  readonly watched: WatchedBooking;
  readonly places: readonly MapPlace[];
  readonly vehicle: VehicleLimits | null;
}

export interface MapPlace {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly locationType: string;
  readonly radiusMiles: number | null;
}

/** Stops in route order. Expects the booking table under the alias `b`. */
const places = sql`(
  select json_agg(json_build_object('name', l.name, 'longitude', l.longitude, 'latitude', l.latitude,
    'locationType', l.location_type, 'radiusMiles', l.radius_miles) order by s.position)
  from booking_stop s join location l on l.id = s.location_id where s.booking_id = b.id)`;

/** Expects the booking table under the alias `b` and its account under `a`. */
const columns = sql`b.id, b.hid, a.name as partner, ${customerName} as customer, b.arrival_window ->> 'label' as "window",
  b.arrival_window ->> 'timeZone' as time_zone, ${watchedBooking} as watched`;

/** Open engagements that start before the given time, ordered by start. */
export async function listMapJobs(db: SystemDatabase, before: Date): Promise<MapJobRow[]> {
  const { rows } = await sql<MapJobRow>`
    select ${columns}, e.crew_id as "crewId", e.starts_at, e.ends_at, b.dispatch #>> '{failure,reason}' as trouble,
      b.dispatch ->> 'state' as progress, (b.dispatch ->> 'routePosition')::int as position,
      to_timestamp((b.crew ->> 'etaMs')::float8 / 1000) as eta, ${places} as places, q.facts -> 'vehicle' as vehicle
    from crew_engagement e join booking b on b.id = e.booking_id join account a on a.id = b.account_id
      join quote q on q.id = b.quote_id
    where e.ended_at is null and e.starts_at < ${before} and b.dispatch is not null
    order by e.starts_at limit 2000`.execute(db);
  return rows;
}

export interface UnassignedJobRow extends Omit<UnassignedJob, 'stops' | 'minutes_late'> {
  readonly watched: WatchedBooking;
  readonly places: readonly MapPlace[];
}

/** Bookings without a crew whose window starts before the given time, ordered by window. */
export async function listUnassignedJobs(
  db: SystemDatabase,
  { now, before }: { readonly now: Date; readonly before: Date },
  areaSlug: string | undefined,
): Promise<UnassignedJobRow[]> {
  const inArea = areaSlug === undefined ? sql`true` : sql`b.area_slug = ${areaSlug}`;
  const { rows } = await sql<UnassignedJobRow>`
    select ${columns}, b.product,
      coalesce(b.window_starts_at, b.window_taken_at) as starts_at, ${plannedCrew(now)} as planned,
      ${openOffer(now)} as offer, ${places} as places
    from booking b join account a on a.id = b.account_id
    where b.state = 'created' and ${inArea} and (b.window_starts_at is null or b.window_starts_at < ${before})
    order by coalesce(b.window_starts_at, b.window_taken_at), b.id limit 500`.execute(db);
  return rows;
}
