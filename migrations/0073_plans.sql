-- Plans of service areas (decision 0085): who drives which booking of a day, and when. A plan that is applied becomes the
-- intention of the company (planned_job). It changes no booking and emits no event; dispatch follows it at its horizon.
-- Lock order of every change of an intention: booking, plan_day, crews by id. None of these tables refers to bookings or
-- crews: checking a reference would lock the row.

create table plan_day (
  area_slug text not null,
  day date not null,
  revision bigint not null default 0,
  primary key (area_slug, day)
);
comment on table plan_day is 'Its row lock serialises the changes of the intention of an area and day, over all processes.';
comment on column plan_day.revision is 'Increased by every change, so that a copy in memory and the basis of a plan can be compared with it.';

create table plan (
  id uuid primary key,
  area_slug text not null,
  day date not null,
  version integer not null check (version > 0),
  status text not null check (status in ('computing', 'ready', 'applied', 'undone', 'failed')),
  time_zone text not null,
  actor_kind text not null,
  actor_id text not null,
  seed integer not null,
  seconds double precision not null check (seconds > 0),
  locks json not null,
  revision bigint not null,
  lease uuid,
  lease_until timestamptz,
  progress json,
  result json,
  problem bytea,
  failure json,
  created_at timestamptz not null,
  finished_at timestamptz,
  applied_at timestamptz,
  undone_at timestamptz,
  unique (area_slug, day, version),
  check ((status = 'computing') = (finished_at is null)),
  check (status <> 'computing' or (lease is not null and lease_until is not null)),
  check ((status in ('ready', 'applied', 'undone')) = (result is not null)),
  check ((status = 'failed') = (failure is not null))
);
create unique index plan_computing on plan (area_slug, day) where status = 'computing';
create index plan_created on plan (created_at);
comment on column plan.version is 'Number of the plan within its area and day.';
comment on column plan.revision is 'Revision of the day from which the plan was computed.';
comment on column plan.lease is 'Of the process that computes the plan. After lease_until, on the clock of the database, the plan has failed.';
comment on column plan.problem is 'Input of the search for explanations, serialized and compressed; deleted after some days.';
-- Compressed already.
alter table plan alter column problem set storage external;

create table planned_job (
  booking_id uuid primary key,
  area_slug text not null,
  day date not null,
  crew_id uuid not null,
  starts_at timestamptz not null,
  arrives_at timestamptz not null,
  ends_at timestamptz not null,
  stops json not null,
  drive_seconds integer not null check (drive_seconds >= 0),
  drive_hundredths integer not null check (drive_hundredths >= 0),
  locked boolean not null,
  plan_id uuid,
  updated_at timestamptz not null,
  check (starts_at <= arrives_at and arrives_at < ends_at)
);
create index planned_job_day on planned_job (area_slug, day);
create index planned_job_crew on planned_job (crew_id, starts_at);
comment on table planned_job is 'What is intended for a booking that is not ended: crew and times. The order of a crew follows from the times.';
comment on column planned_job.stops is 'Planned arrival, begin of service and departure per stop.';
comment on column planned_job.drive_hundredths is 'Hundredths of a mile to the first stop.';
comment on column planned_job.locked is 'A dispatcher locked the booking to its crew.';

create table plan_change (
  id bigint generated always as identity primary key,
  area_slug text not null,
  day date not null,
  revision bigint not null,
  booking_id uuid not null,
  cause text not null check (cause in ('applied', 'undone', 'locked', 'ended', 'rescheduled', 'other_crew')),
  plan_id uuid,
  before json,
  after json,
  at timestamptz not null
);
create index plan_change_day on plan_change (area_slug, day, revision);
create index plan_change_plan on plan_change (plan_id);
create index plan_change_at on plan_change (at);
comment on table plan_change is 'History of planned_job: one row per changed booking, for undo and for the question what has changed.';
comment on column plan_change.before is 'The row before; null if there was none.';
comment on column plan_change.after is 'The row after; null if it was removed.';

alter table dispatch_offer add column plan text check (plan in ('followed', 'retired', 'vehicle', 'members', 'area', 'shift',
  'busy', 'travel_time', 'declined', 'no_answer'));
comment on column dispatch_offer.plan is 'followed: the planned crew. Otherwise why it is not the planned crew. null: the booking was not planned.';

-- As before, with the new column.
create or replace function offer_crews(plan json, moment timestamptz, expires timestamptz) returns setof uuid
  language plpgsql set search_path = public, pg_temp
as $$
declare
  one record;
  unchanged uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('waybill.dispatch'));
  perform from crew where id in (select (p ->> 'crew')::uuid from json_array_elements(offer_crews.plan) p) order by id for update;
  unchanged := array(
    select distinct c.id from json_array_elements(offer_crews.plan) p
    join crew c on c.id = (p ->> 'crew')::uuid and c.version = (p ->> 'version')::integer and c.retired_at is null);
  for one in
    select p.* from json_to_recordset(offer_crews.plan) as p (id uuid, booking uuid, account uuid, crew uuid, starts timestamptz,
      arrives timestamptz, ends timestamptz, from_longitude float8, from_latitude float8, to_longitude float8,
      to_latitude float8, plan text)
    where p.crew = any (unchanged)
      and exists (select from booking b where b.id = p.booking and b.state = 'created')
      and not exists (select from crew_engagement e where e.crew_id = p.crew and e.ended_at is null
        and e.starts_at < p.ends and e.ends_at > p.starts)
  loop
    insert into dispatch_offer (id, booking_id, account_id, crew_id, state, starts_at, arrives_at, ends_at,
        from_longitude, from_latitude, to_longitude, to_latitude, offered_at, expires_at, plan)
      select one.id, one.booking, one.account, one.crew, 'open', one.starts, one.arrives, one.ends,
        one.from_longitude, one.from_latitude, one.to_longitude, one.to_latitude, moment, expires, one.plan
      where not exists (select from dispatch_offer o where o.crew_id = one.crew and o.state = 'open'
        and o.starts_at < one.ends and o.ends_at > one.starts)
      on conflict (booking_id) where state = 'open' do nothing;
    if found then
      update crew set version = version + 1 where crew.id = one.crew;
      return next one.id;
    end if;
  end loop;
end $$;

do $$
declare name text;
begin
  foreach name in array array['plan_day', 'plan', 'planned_job', 'plan_change'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_system', name);
  end loop;
end $$;

-- For exports, which carry on the numbers.
grant select on sequence plan_change_id_seq to waybill_system;
