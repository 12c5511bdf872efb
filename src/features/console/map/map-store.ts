// Queries of the live map: one statement for crews, one for their jobs.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { byName } from '../../../lib/natural-order.ts';
import type { MapCrew, MapJob } from './map-schemas.ts';

export type MapCrewRow = Omit<MapCrew, 'jobs'>;

/** Ordered by name. */
export async function listMapCrews(
  db: SystemDatabase,
  now: Date,
  areaSlug: string | undefined,
): Promise<MapCrewRow[]> {
  const inArea =
    areaSlug === undefined ? sql`true` : sql`(c.home_areas = '{}' or ${areaSlug} = any (c.home_areas))`;
  const { rows } = await sql<MapCrewRow>`
    select c.id, c.name, v.type as vehicle_type,
      case when c.longitude is not null and c.latitude is not null then json_build_array(c.longitude, c.latitude) end
        as location,
      c.position_at as located_at,
      exists (select from shift s where s.crew_id = c.id and s.starts_at <= ${now} and s.ends_at > ${now}) as is_on_shift
    from crew c left join vehicle v on v.id = c.vehicle_id
    where c.retired_at is null and ${inArea} order by lower(c.name), c.id limit 1000`.execute(db);
  return rows.sort(byName);
}

export type MapJobRow = MapJob & { readonly crewId: string };

/** Open engagements that start before the given time, ordered by start. */
export async function listMapJobs(db: SystemDatabase, before: Date): Promise<MapJobRow[]> {
  const { rows } = await sql<MapJobRow>`
    select e.crew_id as "crewId", b.id, b.hid, a.name as partner, e.starts_at, e.ends_at,
      b.dispatch ->> 'state' as progress, (b.dispatch ->> 'routePosition')::int as position,
      to_timestamp((b.crew ->> 'etaMs')::float8 / 1000) as eta,
      (select json_agg(json_build_object('name', l.name, 'point', json_build_array(l.longitude, l.latitude)) order by s.position)
       from booking_stop s join location l on l.id = s.location_id where s.booking_id = b.id) as stops
    from crew_engagement e join booking b on b.id = e.booking_id join account a on a.id = b.account_id
    where e.ended_at is null and e.starts_at < ${before} and b.dispatch is not null
    order by e.starts_at limit 2000`.execute(db);
  return rows;
}
