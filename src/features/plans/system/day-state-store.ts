// What the copy of a planned day in memory depends on, in one statement for several days: the revision, a stamp of everything
// else, and the versions of the crews. A day is read again only if its state is another one.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface DayState {
  /** 0 if nothing was ever intended. */
  readonly revision: number;
  /** Changes with crews, vehicles, shifts, engagements, offers and the plans of other areas; not with positions of crews. */
  readonly stamp: string;
  /** By crew. Increased by every engagement and offer. */
  readonly crewVersions: ReadonlyMap<string, number>;
}

/**
 * Sums of hashes: the order of rows does not matter. Rows count with their ids, so that one that is removed and added again is
 * another one. Days reach 14 hours further in both directions, so that they contain the local day of every time zone.
 */
export async function listDayStates(
  db: SystemDatabase,
  areaSlug: string,
  days: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, DayState>> {
  const { rows } = await sql<{
    day: string;
    revision: number;
    stamp: string;
    versions: Record<string, number>;
  }>`
    with asked as (
      select d as day, d::timestamp at time zone 'UTC' - interval '14 hours' as starts_at,
        d::timestamp at time zone 'UTC' + interval '38 hours' as ends_at
      from unnest(${[...days]}::date[]) d
    ), crews as (
      select json_object_agg(c.id, c.version) as versions,
        sum(hashtextextended(concat_ws(' ', c.id, c.home_areas, v.id, v.type, m.members), 0)) as stamp
      from crew c left join vehicle v on v.id = c.vehicle_id
        left join (select crew_id, count(*) as members from crew_member where crew_id is not null group by crew_id) m
          on m.crew_id = c.id
      where c.retired_at is null
    ), taken as (
      select e.id, e.starts_at, e.ends_at from crew_engagement e where e.ended_at is null
      union all
      select o.id, o.starts_at, o.ends_at from dispatch_offer o where o.state = 'open' and o.expires_at > ${now}
    )
    select a.day::text as day, coalesce(p.revision, 0)::float8 as revision, coalesce(crews.versions, '{}') as versions,
      concat_ws(' ', p.others, crews.stamp, s.stamp, t.stamp) as stamp
    from asked a cross join crews
      left join lateral (
        select sum(revision) filter (where area_slug = ${areaSlug}) as revision,
          coalesce(sum(revision) filter (where area_slug <> ${areaSlug}), 0) as others
        from plan_day where day = a.day) p on true
      left join lateral (
        select coalesce(sum(hashtextextended(concat_ws(' ', id, crew_id, starts_at, ends_at), 0)), 0) as stamp
        from shift where shift.ends_at > a.starts_at and shift.starts_at < a.ends_at) s on true
      left join lateral (
        select coalesce(sum(hashtextextended(concat_ws(' ', id, taken.starts_at, taken.ends_at), 0)), 0) as stamp
        from taken where taken.ends_at > a.starts_at and taken.starts_at < a.ends_at) t on true`.execute(db);
  return new Map(
    rows.map(({ day, revision, stamp, versions }) => [
      day,
      { revision, stamp, crewVersions: new Map(Object.entries(versions)) },
    ]),
  );
}
