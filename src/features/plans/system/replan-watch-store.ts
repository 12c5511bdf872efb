// Finds days whose plan no longer matches the world (decision 0091): bookings that wait without a place, jobs that their crew
// cannot drive as planned, and changes after which a search may find a better plan.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { localDay } from '../../bookings/system/booking-day-store.ts';
import { millisOf } from '../../dispatch/system/crew-store.ts';
import { declinedBy, delayOf, type PlanDay } from './plan-input-store.ts';
import type { ReplanReason } from './plan-store.ts';

export interface WatchedAreas {
  readonly slugs: readonly string[];
  /** Those whose windows are sold by the plan: their days have one from the first booking on. */
  readonly plannedSlugs: readonly string[];
  readonly now: Date;
}

export interface Disturbance extends PlanDay {
  readonly bookingId: string;
  /** Its planned crew; null without a place. */
  readonly crewId: string | null;
  readonly reason: ReplanReason;
  readonly revision: number;
}

/** A job may begin so much later than planned before the plan is changed. */
const toleranceMs = sql.lit(120_000);

/** Days from yesterday on (time zones differ) with an applied plan. */
const watchedDays = ({ slugs, plannedSlugs, now }: WatchedAreas) => sql`
  select d.area_slug, d.day, d.revision, d.improved_revision, d.improved_at from plan_day d
  where d.area_slug = any (${[...slugs]}::text[]) and d.day >= (${now}::timestamptz at time zone 'UTC')::date - 1
    and d.revision > 0 and (d.area_slug = any (${[...plannedSlugs]}::text[]) or exists (
      select from plan a where a.area_slug = d.area_slug and a.day = d.day and a.status = 'applied'))`;

/** One day wider on each side, for the index: no time zone is more than a day from UTC. */
const startsNear = (column: RawBuilder<unknown>) =>
  sql`${column} >= w.day - interval '1 day' and ${column} < w.day + interval '2 days'`;

const lastCause = sql`(select c.cause from plan_change c where c.booking_id = b.id order by c.id desc limit 1)`;

/** Whether the crew ends an earlier job after the planned departure to this one. */
const isLate = (now: Date) => sql`exists (
  select from crew_engagement e join booking b on b.id = e.booking_id left join planned_job p on p.booking_id = e.booking_id
  where e.crew_id = j.crew_id and e.ended_at is null and e.arrives_at < j.arrives_at
    and ${millisOf(sql`e.ends_at`)} + ${delayOf(now)} > ${millisOf(sql`j.starts_at`)} + ${toleranceMs})`;

/** Bookings without a place, and planned jobs that their crew cannot drive as planned. Those with an open offer are left alone. */
export async function listDisturbances(db: SystemDatabase, watched: WatchedAreas): Promise<Disturbance[]> {
  const { now } = watched;
  const { rows } = await sql<Disturbance>`
    with watched as (${watchedDays(watched)})
    select * from (
      select w.area_slug as "areaSlug", w.day::text as day, w.revision::float8 as revision, b.id as "bookingId",
        j.crew_id as "crewId", case
        when j.booking_id is null then case ${lastCause} when 'rescheduled' then 'booking_changed'
          when 'other_crew' then 'crew_lost' when 'applied' then 'unserved' when 'undone' then null else 'booking_created' end
        when c.id is null or c.retired_at is not null then 'crew_lost'
        when j.crew_id::text = any (${declinedBy}) then 'crew_declined'
        when not exists (select from shift s where s.crew_id = j.crew_id and s.starts_at <= j.arrives_at
          and s.ends_at >= j.ends_at - interval '1 second') then 'shift_changed'
        when ${isLate(now)} or j.starts_at < ${now}::timestamptz - make_interval(secs => ${toleranceMs} / 1000.0) then 'crew_late'
        when c.updated_at > j.updated_at then 'crew_changed' end as reason
      from watched w join booking b on b.area_slug = w.area_slug and b.state = 'created' and b.simulation is null
        and ((${startsNear(sql`b.window_starts_at`)}) or (b.window_starts_at is null and ${startsNear(sql`b.window_taken_at`)}))
        and ${localDay} = w.day
      left join planned_job j on j.booking_id = b.id left join crew c on c.id = j.crew_id
      where not exists (select from dispatch_offer o where o.booking_id = b.id and o.state = 'open')
        and coalesce((b.arrival_window ->> 'endMs')::float8, ${now.getTime()}::float8) >= ${now.getTime()}::float8) found
    where reason is not null order by day, "areaSlug", "bookingId"`.execute(db);
  return rows;
}

/**
 * Bookings that a dispatcher has left without a place: an undone plan had served them, or they were not part of what was
 * applied of the last plan.
 */
export async function listLeftOut(db: SystemDatabase, { areaSlug, day }: PlanDay): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.booking_id as id from (
      select distinct on (booking_id) booking_id, cause, after from plan_change
      where area_slug = ${areaSlug} and day = ${day}::date order by booking_id, id desc) c
    where c.cause = 'undone' and c.after is null
    union
    select (j.value ->> 'bookingId')::uuid from (
      select result from plan where area_slug = ${areaSlug} and day = ${day}::date and origin = 'dispatcher'
        and status = 'applied' order by version desc limit 1) a
    cross join lateral json_array_elements(a.result -> 'crews') c cross join lateral json_array_elements(c.value -> 'jobs') j
    where j.value ->> 'status' = 'planned'
      and not exists (select from plan_change h where h.booking_id = (j.value ->> 'bookingId')::uuid)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface ImprovableDay extends PlanDay {
  readonly revision: number;
  readonly reasons: readonly ReplanReason[];
}

/**
 * The next day that has changed since its last search, or for whose booking no place was found since then, if it was searched
 * long enough ago. A day that a dispatcher is planning is left alone.
 */
export async function findImprovable(
  db: SystemDatabase,
  watched: WatchedAreas,
): Promise<ImprovableDay | undefined> {
  const { now } = watched;
  const { rows } = await sql<ImprovableDay>`
    with watched as (${watchedDays(watched)})
    select w.area_slug as "areaSlug", w.day::text as day, w.revision::float8 as revision, changed.reasons
    from watched w cross join lateral (
      select array_agg(distinct reason) as reasons from (
        select r.reason from plan_change c left join plan a on a.id = c.plan_id
        cross join lateral (
          select case c.cause when 'booked' then 'booking_created' when 'ended' then 'booking_ended'
            when 'rescheduled' then 'booking_changed' when 'other_crew' then 'crew_lost' end as reason
          union all
          select json_array_elements_text(a.reasons) where c.cause = 'applied' and a.origin = 'live') r
        where c.area_slug = w.area_slug and c.day = w.day and c.revision > w.improved_revision
        union all
        select json_array_elements_text(a.reasons) from plan a
        where a.area_slug = w.area_slug and a.day = w.day and a.origin = 'live' and a.status = 'applied'
          and json_array_length(a.result -> 'unserved') > 0 and (w.improved_at is null or a.applied_at > w.improved_at)
      ) each where reason is not null) changed
    where changed.reasons is not null
      and (w.improved_at is null or w.improved_at < ${now}::timestamptz - case
        when w.day <= (${now}::timestamptz at time zone 'UTC')::date + 1 then interval '1 minute' else interval '10 minutes' end)
      and not exists (select from plan a where a.area_slug = w.area_slug and a.day = w.day and (a.status = 'computing'
        or a.status = 'ready' and a.origin = 'dispatcher' and a.created_at > ${now}::timestamptz - interval '15 minutes'))
    order by w.day, w.area_slug limit 1`.execute(db);
  return rows[0];
}

/** `revision`: what the search was based on, or what it led to. */
export async function markImproved(
  db: SystemDatabase,
  { areaSlug, day }: PlanDay,
  { revision, now }: { readonly revision: number; readonly now: Date },
): Promise<void> {
  await sql`
    update plan_day set improved_revision = ${revision}, improved_at = ${now}
    where area_slug = ${areaSlug} and day = ${day}::date`.execute(db);
}
