-- reserve_place with one statement for checks and writes: each statement costs a start of the executor, and the JSON was read
-- three times, in every booking of an area with planned capacity (decision 0089).
-- It decides as before (0086). One case is refused now instead of handled: if a plan gives the booking a place on another day
-- between the first statement and the locks, that day is not locked; the next attempt locks both.
create or replace function reserve_place(for_booking uuid, for_account uuid, at_sequence integer, in_area text, on_day date,
    at_revision bigint, with_crew uuid, at_crew_version integer, jobs json, moment timestamptz)
  returns void language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  other_place planned_job;
  next_revision bigint;
  found_version integer;
  refusal text;
begin
  if for_account is distinct from current_account_id() then
    raise exception 'a place is reserved for the account whose booking it is';
  end if;
  select * into other_place from planned_job p
    where p.booking_id = for_booking and (p.area_slug <> in_area or p.day <> on_day);
  if found then
    insert into plan_day (area_slug, day) values (in_area, on_day) on conflict do nothing;
    perform from plan_day d
      where (d.area_slug = in_area and d.day = on_day) or (d.area_slug = other_place.area_slug and d.day = other_place.day)
      order by d.day, d.area_slug collate "C" for update;
  end if;
  insert into plan_day as d (area_slug, day, revision) values (in_area, on_day, 1)
    on conflict (area_slug, day) do update set revision = d.revision + 1 where d.revision = at_revision
    returning d.revision into next_revision;
  if next_revision is distinct from at_revision + 1 then
    raise exception 'the plan of the day has changed' using errcode = 'WBPLN';
  end if;
  select c.version into found_version from crew c where c.id = with_crew and c.retired_at is null for update;
  if found_version is distinct from at_crew_version then
    raise exception 'the crew has changed' using errcode = 'WBPLN';
  end if;
  if other_place.booking_id is not null then
    -- Under the locks: a plan may have changed it in between.
    select * into other_place from planned_job p
      where p.booking_id = for_booking and (p.area_slug <> in_area or p.day <> on_day);
    if found then
      perform remove_planned_job(other_place, 'rescheduled', moment);
    end if;
  end if;
  with given as materialized (
    select * from json_to_recordset(jobs) as j (booking_id uuid, starts_at timestamptz, arrives_at timestamptz,
      ends_at timestamptz, stops json, drive_seconds integer, drive_hundredths integer)
  ), written as (
    insert into planned_job as p (booking_id, area_slug, day, crew_id, starts_at, arrives_at, ends_at, stops, drive_seconds,
      drive_hundredths, locked, plan_id, updated_at, reserved_sequence)
    select booking_id, in_area, on_day, with_crew, starts_at, arrives_at, ends_at, stops, drive_seconds, drive_hundredths,
      false, null, moment, case when booking_id = for_booking then at_sequence end
    from given
    on conflict (booking_id) do update set crew_id = excluded.crew_id, starts_at = excluded.starts_at,
      arrives_at = excluded.arrives_at, ends_at = excluded.ends_at, stops = excluded.stops,
      drive_seconds = excluded.drive_seconds, drive_hundredths = excluded.drive_hundredths, updated_at = excluded.updated_at,
      locked = p.locked and p.crew_id = excluded.crew_id, plan_id = case when p.crew_id = excluded.crew_id then p.plan_id end,
      reserved_sequence = coalesce(excluded.reserved_sequence, p.reserved_sequence)
    returning p.booking_id, p.area_slug = in_area and p.day = on_day as is_here, planned_job_document(p) as after
  ), noted as (
    insert into plan_change (area_slug, day, revision, booking_id, cause, plan_id, before, after, at)
    select in_area, on_day, next_revision, w.booking_id, 'booked', null,
      (select planned_job_document(p) from planned_job p where p.booking_id = w.booking_id), w.after, moment
    from written w
    returning 1
  )
  select case
    -- A shift may end between two seconds.
    when not exists (select from given j join shift s on s.starts_at <= j.arrives_at and s.ends_at + interval '1 second' >= j.ends_at
        where j.booking_id = for_booking and s.crew_id = with_crew)
      then 'the shift has changed'
    when exists (select from given j join planned_job p on p.starts_at < j.ends_at and p.ends_at > j.starts_at
        where p.crew_id = with_crew and p.booking_id <> for_booking and (p.area_slug <> in_area or p.day <> on_day))
      then 'the crew has another planned job'
    -- A plan has given the booking a place elsewhere in between.
    when exists (select from written where not is_here) then 'the booking has another place'
    end into refusal;
  if refusal is not null then
    raise exception '%', refusal using errcode = 'WBPLN';
  end if;
end $$;
