-- Drivable windows (decision 0089): in service areas with planned capacity, a booking reserves its place in the plan of its
-- day, in its own transaction. Lock order as before: booking, hour buckets, plan days by day and area, crews.

alter table planned_job add column reserved_sequence integer;
comment on column planned_job.reserved_sequence is 'Number of the last event of the booking when it reserved this place itself; null if a plan gave it.';

alter table plan_change drop constraint plan_change_cause_check;
alter table plan_change add constraint plan_change_cause_check
  check (cause in ('applied', 'undone', 'locked', 'ended', 'rescheduled', 'other_crew', 'booked'));

create index plan_change_booking on plan_change (booking_id, id);

-- A planned job as the history stores it.
create function planned_job_document(job planned_job) returns json
  language sql stable set search_path = public, pg_temp
as $$
  select json_build_object('bookingId', job.booking_id, 'areaSlug', job.area_slug, 'day', job.day::text,
    'crewId', job.crew_id, 'startsMs', (extract(epoch from job.starts_at) * 1000)::float8,
    'arrivesMs', (extract(epoch from job.arrives_at) * 1000)::float8,
    'endsMs', (extract(epoch from job.ends_at) * 1000)::float8, 'stops', job.stops, 'driveSeconds', job.drive_seconds,
    'miles', (job.drive_hundredths / 100.0)::float8, 'isLocked', job.locked, 'planId', job.plan_id)
$$;

-- Writes down where a booking is inserted into the day of one crew, in the transaction of the booking. `jobs`: the new job, and
-- the other jobs of the crew whose times move; all of the same area and day. Raises WBPLN if the day, the crew or its shifts are
-- not as the caller saw them: nothing is written, and the caller reads the day again. `at_crew_version` covers engagements and
-- offers, which increase the version of the crew.
create function reserve_place(for_booking uuid, for_account uuid, at_sequence integer, in_area text, on_day date,
    at_revision bigint, with_crew uuid, at_crew_version integer, jobs json, moment timestamptz)
  returns void language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  left_area text;
  left_day date;
  own planned_job;
begin
  if for_account is distinct from current_account_id() then
    raise exception 'a place is reserved for the account whose booking it is';
  end if;
  select p.area_slug, p.day into left_area, left_day from planned_job p where p.booking_id = for_booking;
  insert into plan_day (area_slug, day) values (in_area, on_day) on conflict do nothing;
  perform from plan_day d
    where (d.area_slug = in_area and d.day = on_day) or (d.area_slug = left_area and d.day = left_day)
    order by d.day, d.area_slug collate "C" for update;
  if (select revision from plan_day where area_slug = in_area and day = on_day) <> at_revision then
    raise exception 'the plan of the day has changed' using errcode = 'WBPLN';
  end if;
  perform from crew where id = with_crew for update;
  if not exists (select from crew where id = with_crew and retired_at is null and version = at_crew_version) then
    raise exception 'the crew has changed' using errcode = 'WBPLN';
  end if;
  -- A shift may end between two seconds.
  if not exists (select from shift s join json_to_recordset(jobs) as j (booking_id uuid, arrives_at timestamptz, ends_at timestamptz)
      on j.booking_id = for_booking and s.starts_at <= j.arrives_at and s.ends_at + interval '1 second' >= j.ends_at
      where s.crew_id = with_crew) then
    raise exception 'the shift has changed' using errcode = 'WBPLN';
  end if;
  if exists (select from planned_job p join json_to_recordset(jobs) as j (starts_at timestamptz, ends_at timestamptz)
      on p.starts_at < j.ends_at and p.ends_at > j.starts_at
      where p.crew_id = with_crew and p.booking_id <> for_booking and (p.area_slug <> in_area or p.day <> on_day)) then
    raise exception 'the crew has another planned job' using errcode = 'WBPLN';
  end if;
  select * into own from planned_job where booking_id = for_booking;
  if own.booking_id is not null and (own.area_slug <> in_area or own.day <> on_day) then
    perform remove_planned_job(own, 'rescheduled', moment);
    own := null;
  end if;
  update plan_day set revision = revision + 1 where area_slug = in_area and day = on_day;
  with changed as (
    select j.booking_id, j.starts_at, j.arrives_at, j.ends_at, j.stops, j.drive_seconds, j.drive_hundredths,
      case when p.booking_id is not null then planned_job_document(p) end as before
    from json_to_recordset(jobs) as j (booking_id uuid, starts_at timestamptz, arrives_at timestamptz, ends_at timestamptz,
      stops json, drive_seconds integer, drive_hundredths integer)
    left join planned_job p on p.booking_id = j.booking_id
  ), written as (
    insert into planned_job as p (booking_id, area_slug, day, crew_id, starts_at, arrives_at, ends_at, stops, drive_seconds,
      drive_hundredths, locked, plan_id, updated_at, reserved_sequence)
    select booking_id, in_area, on_day, with_crew, starts_at, arrives_at, ends_at, stops, drive_seconds, drive_hundredths,
      false, null, moment, case when booking_id = for_booking then at_sequence end
    from changed
    on conflict (booking_id) do update set crew_id = excluded.crew_id, starts_at = excluded.starts_at,
      arrives_at = excluded.arrives_at, ends_at = excluded.ends_at, stops = excluded.stops,
      drive_seconds = excluded.drive_seconds, drive_hundredths = excluded.drive_hundredths, updated_at = excluded.updated_at,
      locked = p.locked and p.crew_id = excluded.crew_id, plan_id = case when p.crew_id = excluded.crew_id then p.plan_id end,
      reserved_sequence = coalesce(excluded.reserved_sequence, p.reserved_sequence)
    returning p.booking_id, planned_job_document(p) as after
  )
  insert into plan_change (area_slug, day, revision, booking_id, cause, plan_id, before, after, at)
  select in_area, on_day, at_revision + 1, c.booking_id, 'booked', null, c.before, w.after, moment
  from changed c join written w using (booking_id);
end $$;

-- Removes a planned job with its history. The caller has locked the day.
create function remove_planned_job(job planned_job, because text, moment timestamptz) returns void
  language plpgsql set search_path = public, pg_temp
as $$
declare
  next_revision bigint;
begin
  delete from planned_job where booking_id = job.booking_id;
  update plan_day set revision = revision + 1 where area_slug = job.area_slug and day = job.day returning revision into next_revision;
  insert into plan_change (area_slug, day, revision, booking_id, cause, plan_id, before, after, at)
    values (job.area_slug, job.day, next_revision, job.booking_id, because, null, planned_job_document(job), null, moment);
end $$;

-- Frees the place of a booking that is cancelled or moves to where no place is needed, in its transaction.
create function release_place(for_booking uuid, for_account uuid, because text, moment timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  own planned_job;
begin
  if for_account is distinct from current_account_id() then
    raise exception 'a place is released for the account whose booking it is';
  end if;
  select * into own from planned_job where booking_id = for_booking;
  if own.booking_id is null then return; end if;
  perform from plan_day where area_slug = own.area_slug and day = own.day for update;
  -- Read again under the lock: a plan may have been applied in between.
  select * into own from planned_job where booking_id = for_booking;
  if own.booking_id is not null then perform remove_planned_job(own, because, moment); end if;
end $$;

revoke execute on function reserve_place, release_place, remove_planned_job, planned_job_document from public;
grant execute on function reserve_place, release_place to waybill_app, waybill_system;
