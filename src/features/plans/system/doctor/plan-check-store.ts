// Doctor checks of plans: an intention exists only for bookings that are not ended and for crews in service, the jobs of a
// crew do not overlap, jobs keep the windows of their bookings, the revision and the history of a day agree with its jobs, and no plan is computed without a process.
// Bookings with events that have not been processed yet are skipped.
import { sql } from 'kysely';
import type { SqlCheck } from '../../../../db/doctor/sql-check.ts';

const isProcessed = sql`not exists (select from event v where v.booking_id = p.booking_id
  and (v.position is null or v.position > (select position from event_follower where name = 'dispatch')))`;
/** Tasks that clean up run every few seconds. */
const grace = sql`interval '5 minutes'`;

const bookings: SqlCheck = {
  name: 'plans: intentions only for bookings that wait or are under way',
  checked: sql`select count(*) from planned_job`,
  broken: sql`
    select 'planned_job' as table_name, p.booking_id as id, null::uuid as account_id,
      case when b.id is null then 'its booking does not exist'
        when b.state in ('cancelled', 'completed') then format('its booking is %s', b.state)
        else 'its booking has another crew' end as message
    from planned_job p left join booking b on b.id = p.booking_id
    where b.id is null or (b.state in ('cancelled', 'completed')
      or b.state = 'dispatched' and b.crew ->> 'id' is distinct from p.crew_id::text) and ${isProcessed}`,
};

const crews: SqlCheck = {
  name: 'plans: intentions only for crews in service',
  checked: sql`select count(distinct crew_id) from planned_job`,
  broken: sql`
    select 'planned_job' as table_name, p.booking_id as id, null::uuid as account_id,
      case when c.id is null then format('its crew %s does not exist', p.crew_id)
        else format('its crew %s is retired', p.crew_id) end as message
    from planned_job p left join crew c on c.id = p.crew_id
    where c.id is null or c.retired_at < clock_timestamp() - ${grace} and p.updated_at < clock_timestamp() - ${grace}`,
};

const overlaps: SqlCheck = {
  name: 'plans: jobs of a crew never overlap',
  checked: sql`select count(*) from planned_job`,
  broken: sql`
    select 'planned_job' as table_name, p.booking_id as id, null::uuid as account_id,
      format('overlaps the planned job of booking %s with the same crew', o.booking_id) as message
    from planned_job p join planned_job o on o.crew_id = p.crew_id and o.booking_id <> p.booking_id
      and o.starts_at < p.ends_at and o.ends_at > p.starts_at`,
};

const revisions: SqlCheck = {
  name: 'plans: the history of a day agrees with its jobs',
  checked: sql`select (select count(*) from plan_day) + (select count(*) from planned_job)`,
  broken: sql`
    select 'plan_day' as table_name, d.area_slug || ' ' || d.day as id, null::uuid as account_id,
      format('its revision is %s, and its last change has %s', d.revision, max(c.revision)) as message
    from plan_day d join plan_change c on c.area_slug = d.area_slug and c.day = d.day
    group by d.area_slug, d.day, d.revision having max(c.revision) <> d.revision
    union all
    select 'plan_day', area_slug || ' ' || day, null,
      format('its revision is %s, and %s was searched for improvements', revision, improved_revision)
    from plan_day where improved_revision > revision
    union all
    select 'planned_job', coalesce(p.booking_id, c.booking_id)::text, null,
      case when p.booking_id is null then 'is missing, although its last change did not remove it'
        when c.booking_id is null then 'was changed without history'
        else format('has crew %s, and its last change %s', p.crew_id, coalesce(c.after ->> 'crewId', 'none')) end
    from planned_job p full join (
      select distinct on (booking_id) booking_id, after from plan_change order by booking_id, id desc) c
      on c.booking_id = p.booking_id
    where p.crew_id::text is distinct from c.after ->> 'crewId'`,
};

const computing: SqlCheck = {
  name: 'plans: computed by a process',
  checked: sql`select count(*) from plan`,
  broken: sql`
    select 'plan' as table_name, p.id, null::uuid as account_id,
      format('is computing, and its lease ended at %s', p.lease_until) as message
    from plan p where p.status = 'computing' and p.lease_until < clock_timestamp() - ${grace}`,
};

/** Begin of service at the stop that the window refers to. */
const served = sql`(select to_timestamp((s.value ->> 'startsMs')::float8 / 1000)
  from json_array_elements(p.stops) with ordinality s (value, nth)
  order by case when b.window_ref = 'origin' then s.nth else -s.nth end limit 1)`;
/** Planned times are whole seconds. */
const rounding = sql`interval '1 second'`;
/** Why a booking may lose its place although it waits: a dispatcher must act. */
const lastCause = sql`(select c.cause from plan_change c where c.booking_id = b.id order by c.id desc limit 1)`;

const windows: SqlCheck = {
  name: 'plans: jobs keep the windows of their bookings',
  checked: sql`select count(*) from planned_job`,
  broken: sql`
    select 'planned_job' as table_name, p.booking_id as id, null::uuid as account_id,
      format('is planned for %s, outside of the window of its booking', ${served}) as message
    from planned_job p join booking b on b.id = p.booking_id and b.state = 'created' and b.window_starts_at is not null
    where ${isProcessed} and (${served} < b.window_starts_at - ${rounding}
      or ${served} > to_timestamp((b.arrival_window ->> 'endMs')::float8 / 1000) + ${rounding})`,
};

const places: SqlCheck = {
  name: 'plans: bookings keep the places that they reserved',
  checked: sql`select count(distinct booking_id) from plan_change where cause = 'booked'`,
  broken: sql`
    select 'booking' as table_name, b.id, b.account_id,
      format('has no planned job; its last planned one was removed as %s', ${lastCause}) as message
    from booking b
    where b.state = 'created' and b.window_starts_at is not null
      and exists (select from service_area a where a.slug = b.area_slug and a.document ->> 'capacity' = 'planned')
      and exists (select from plan_change c where c.booking_id = b.id and c.cause = 'booked')
      and not exists (select from planned_job p where p.booking_id = b.id)
      and not exists (select from dispatch_offer o where o.booking_id = b.id and o.state = 'open')
      and ${lastCause} not in ('other_crew', 'undone', 'applied')`,
};

export const planChecks: readonly SqlCheck[] = [
  bookings,
  crews,
  overlaps,
  windows,
  places,
  revisions,
  computing,
];
