// Learned times: actual durations of completed bookings, relative to the quoted ones. Computed from the times of crew steps
// that are stored with each booking; contains no personal data.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { LearnedTime } from '../../../domain/plan/learned-times.ts';

export interface StoredLearnedTime extends LearnedTime {
  readonly learnedAt: Date;
}

export async function listLearnedTimes(db: SystemDatabase, areaSlug: string): Promise<StoredLearnedTime[]> {
  const { rows } = await sql<StoredLearnedTime>`
    select kind, product, hour::int as hour, observations, median, quantile, learned_at as "learnedAt"
    from learned_time where area_slug = ${areaSlug} order by kind, product, hour`.execute(db);
  return rows;
}

/**
 * Replaces the learned times of all areas. Driving: from the departure from the first stop to the arrival at the last,
 * without the time at stops in between, against the quoted minutes. Service: from arrival to completion, against the longest
 * quoted minutes. Ratios beyond 1:5 are mistakes of reporting, such as steps that were entered later.
 */
export async function relearnTimes(
  db: SystemDatabase,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`delete from learned_time`.execute(trx);
    await sql`
      with step as (
        select b.id, b.area_slug, b.product, b.arrival_window ->> 'timeZone' as zone, s ->> 'state' as state,
          (s ->> 'routePosition')::int as position, to_timestamp((s ->> 'triggeredAtMs')::float8 / 1000) as at,
          coalesce(s ->> 'outcome', 'done') as outcome,
          (q.facts #>> '{travel,minutes}')::float8 as quoted_minutes,
          coalesce((q.facts #>> '{prices,labor,minutesPerStop}')::float8,
            (q.facts #>> '{prices,labor,highMinutesPerStop}')::float8) as stop_minutes
        from booking b join quote q on q.id = b.quote_id
        cross join lateral json_array_elements(b.dispatch -> 'events') s
        where b.state = 'completed' and b.updated_at >= ${since} and b.simulation is null and b.dispatch is not null
      ), stop as (
        select id, area_slug, product, zone, position, quoted_minutes, stop_minutes,
          min(at) filter (where state = 'driving') as departed, min(at) filter (where state = 'at') as arrived,
          max(at) filter (where state = 'done' and outcome = 'done') as done
        from step group by id, area_slug, product, zone, position, quoted_minutes, stop_minutes
      ), driven as (
        select area_slug, extract(hour from min(departed) at time zone coalesce(zone, 'UTC'))::int as hour,
          extract(epoch from sum(arrived - departed)) / 60 / nullif(quoted_minutes, 0) as ratio
        from stop where position > 0 group by id, area_slug, zone, quoted_minutes
        having count(*) = count(arrived) and count(*) = count(departed)
      ), served as (
        select area_slug, product, extract(epoch from done - arrived) / 60 / nullif(stop_minutes, 0) as ratio
        from stop where done is not null and arrived is not null
      ), observed as (
        select area_slug, 'drive' as kind, '' as product, hour, ratio from driven
        union all select area_slug, 'drive', '', -1, ratio from driven
        union all select area_slug, 'service', product, -1, ratio from served
      )
      insert into learned_time (area_slug, kind, product, hour, observations, median, quantile, learned_at)
      select area_slug, kind, product, hour, count(*), percentile_cont(0.5) within group (order by ratio),
        percentile_cont(0.9) within group (order by ratio), ${now}
      from observed where ratio between 0.2 and 5 group by area_slug, kind, product, hour`.execute(trx);
  });
}
