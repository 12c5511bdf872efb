-- Who carries bookings out: vehicles, crews and their members, when they work, what they are engaged in and what they are
-- offered. These are the delivery company's, not an account's; nothing but jobs and operators reads them. Offers name
-- their booking without referring to it: checking a reference would lock the booking, and whoever assigns a crew holds
-- the booking while it waits for the crew.

create table vehicle (
  id uuid primary key,
  type text not null check (type in ('pickup_truck', 'van', 'sprinter_van', 'box_truck_14ft', 'box_truck_16ft',
    'box_truck_18ft', 'box_truck_24ft')),
  name text not null check (name <> ''),
  plate text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  retired_at timestamptz
);
create unique index vehicle_name on vehicle (lower(name)) where retired_at is null;

create table crew (
  id uuid primary key,
  name text not null check (name <> ''),
  vehicle_id uuid references vehicle,
  home_areas text[] not null,
  rating double precision not null check (rating between 0 and 5),
  auto_accept boolean not null,
  longitude double precision check (longitude between -180 and 180),
  latitude double precision check (latitude between -90 and 90),
  position_at timestamptz,
  version integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  retired_at timestamptz,
  check (num_nonnulls(longitude, latitude, position_at) in (0, 3))
);
create unique index crew_name on crew (lower(name)) where retired_at is null;
create unique index crew_vehicle on crew (vehicle_id) where retired_at is null;
comment on column crew.home_areas is 'Slugs of the service areas it works in; empty: all of them.';
comment on column crew.auto_accept is 'Offers are accepted for it, so that it needs no phone.';
comment on column crew.version is 'Counts what it is engaged in and offered: a plan made from an older one is not carried out.';

create table crew_member (
  id uuid primary key,
  crew_id uuid references crew,
  position integer check (position >= 0),
  first_name text not null check (first_name <> ''),
  avatar_url text,
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  retired_at timestamptz,
  constraint crew_member_position unique (crew_id, position) deferrable initially deferred,
  check ((crew_id is null) = (position is null)),
  check (retired_at is null or crew_id is null)
);
comment on column crew_member.phone_number is 'Private. Never shown to partners or customers; they call a masked number.';
comment on column crew_member.position is 'The first of a crew is its lead, who is called.';

create table shift (
  id uuid primary key,
  crew_id uuid not null references crew,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  check (ends_at > starts_at)
);
create index shift_crew on shift (crew_id, starts_at);
create index shift_end on shift (ends_at);

create table crew_engagement (
  id uuid primary key,
  crew_id uuid not null references crew,
  booking_id uuid not null references booking on delete cascade,
  account_id uuid not null references account,
  starts_at timestamptz not null,
  arrives_at timestamptz not null,
  ends_at timestamptz not null,
  from_longitude double precision not null,
  from_latitude double precision not null,
  to_longitude double precision not null,
  to_latitude double precision not null,
  masked_number text,
  created_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('completed', 'cancelled', 'lost', 'replaced', 'rescheduled')),
  check (starts_at <= arrives_at and arrives_at < ends_at),
  check ((ended_at is null) = (end_reason is null))
);
create unique index crew_engagement_live on crew_engagement (booking_id) where ended_at is null;
create index crew_engagement_crew on crew_engagement (crew_id, starts_at);
create index crew_engagement_booking on crew_engagement (booking_id);
create index crew_engagement_number on crew_engagement (masked_number) where ended_at is null and masked_number is not null;
comment on table crew_engagement is 'A crew is busy with a booking from when it sets out until it is expected to be done, or until ended_at.';
comment on column crew_engagement.masked_number is 'What the people of this booking call to reach the crew; free again once the engagement ends.';

create table dispatch_offer (
  id uuid primary key,
  booking_id uuid not null,
  account_id uuid not null references account,
  crew_id uuid not null references crew,
  state text not null check (state in ('open', 'accepted', 'refused', 'expired', 'withdrawn')),
  starts_at timestamptz not null,
  arrives_at timestamptz not null,
  ends_at timestamptz not null,
  from_longitude double precision not null,
  from_latitude double precision not null,
  to_longitude double precision not null,
  to_latitude double precision not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  check (starts_at <= arrives_at and arrives_at < ends_at),
  check ((state = 'open') = (answered_at is null))
);
create unique index dispatch_offer_open on dispatch_offer (booking_id) where state = 'open';
create index dispatch_offer_crew on dispatch_offer (crew_id, offered_at desc);
create index dispatch_offer_booking on dispatch_offer (booking_id, offered_at);
create index dispatch_offer_expiry on dispatch_offer (expires_at) where state = 'open';
comment on table dispatch_offer is 'A job offered to a crew. While it is open the crew is held for the time it would take.';

-- What automatic dispatch looks for: bookings without a crew, by area.
create index booking_open on booking (area_slug, window_starts_at) where state = 'created';

-- Whoever writes what crews are engaged in or offered locks in this order: booking, crews by id, everything else.

-- Gives a crew to a booking, in the transaction that moves the booking: the crew it had before is free, offers of the
-- booking are over, and the new crew is engaged; or nothing has changed and the answer says why. Offers to the crew that
-- are in the way give way.
create function take_crew(wanted_crew uuid, for_booking uuid, for_account uuid, starts timestamptz, arrives timestamptz,
    ends timestamptz, from_place double precision[], to_place double precision[], number text, moment timestamptz)
  returns text language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if for_account is distinct from current_account_id() then
    raise exception 'a crew is taken for the account whose booking it is';
  end if;
  perform from crew where id = wanted_crew
    or id in (select crew_id from crew_engagement where booking_id = for_booking and ended_at is null)
    order by id for update;
  if not exists (select from crew where id = wanted_crew and retired_at is null) then return 'retired'; end if;
  if exists (select from crew_engagement e where e.crew_id = wanted_crew and e.ended_at is null
      and e.booking_id <> for_booking and e.starts_at < ends
      and (e.ends_at > starts or (e.ends_at <= moment and starts <= moment))) then
    return 'busy';
  end if;
  if number is not null then
    perform pg_advisory_xact_lock(hashtextextended('masked number|' || number, 0));
    if exists (
      select from crew_engagement e where e.masked_number = number and e.ended_at is null and e.booking_id <> for_booking
        and booking_callers(e.booking_id) && booking_callers(for_booking)) then
      return 'number_taken';
    end if;
  end if;
  update crew c set version = version + 1 from crew_engagement e
    where e.booking_id = for_booking and e.ended_at is null and c.id = e.crew_id and c.id <> wanted_crew;
  update crew_engagement set ended_at = moment, end_reason = 'replaced'
    where booking_id = for_booking and ended_at is null;
  update dispatch_offer set state = case when crew_id = wanted_crew then 'accepted' else 'withdrawn' end, answered_at = moment
    where booking_id = for_booking and state = 'open';
  update dispatch_offer set state = 'withdrawn', answered_at = moment
    where crew_id = wanted_crew and state = 'open' and starts_at < ends and ends_at > starts;
  insert into crew_engagement (id, crew_id, booking_id, account_id, starts_at, arrives_at, ends_at,
      from_longitude, from_latitude, to_longitude, to_latitude, masked_number, created_at)
    values (gen_random_uuid(), wanted_crew, for_booking, for_account, starts, arrives, ends,
      from_place[1], from_place[2], to_place[1], to_place[2], number, moment);
  update crew set version = version + 1 where id = wanted_crew;
  return 'taken';
end $$;

-- The other way round, in the transaction that moves the booking.
create function release_crew(for_booking uuid, for_account uuid, reason text, moment timestamptz)
  returns void language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if for_account is distinct from current_account_id() then
    raise exception 'a crew is released for the account whose booking it is';
  end if;
  perform from crew where id in (select crew_id from crew_engagement where booking_id = for_booking and ended_at is null)
    for update;
  with ended as (
    update crew_engagement set ended_at = moment, end_reason = reason
    where booking_id = for_booking and account_id = for_account and ended_at is null returning crew_id)
  update crew c set version = version + 1 from ended where c.id = ended.crew_id;
end $$;

-- The numbers from which the people of a booking call.
create function booking_callers(of_booking uuid) returns text[]
  language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(array_agg(number), '{}') from (
    select phone_number as number from booking_contact where booking_id = of_booking
    union select customer ->> 'phoneNumber' from booking where id = of_booking and customer ->> 'phoneNumber' is not null
  ) as numbers
$$;

-- Crews that could set out for an on-demand job now: of the right kind, on shift, and not engaged within the span.
-- Minus those that other on-demand bookings are waiting for.
create function free_crews(in_area text, vehicle_types text[], crew_size integer, rivals text[],
    moment timestamptz, until timestamptz, except_booking uuid)
  returns integer language sql stable security definer set search_path = public, pg_temp
as $$
  select (
    select count(*) from crew c join vehicle v on v.id = c.vehicle_id
    where c.retired_at is null and v.type = any (vehicle_types)
      and (c.home_areas = '{}' or in_area = any (c.home_areas))
      and (select count(*) from crew_member m where m.crew_id = c.id) >= crew_size
      and exists (select from shift s where s.crew_id = c.id and s.starts_at <= moment and s.ends_at > until)
      and not exists (select from crew_engagement e where e.crew_id = c.id and e.ended_at is null and e.starts_at < until)
  )::integer - (
    select count(*) from booking b
    where b.state = 'created' and b.area_slug = in_area and b.window_starts_at is null and b.product = any (rivals)
      and b.simulation is null and b.id is distinct from except_booking
  )::integer
$$;

-- Writes down what a round of automatic dispatch decided, as far as it still holds: the crew is as the round saw it, the
-- booking still waits and has no offer. One round at a time writes; a plan made from what another round has changed since
-- is left out. Returns the ids of the offers that were made.
create function offer_crews(plan json, moment timestamptz, expires timestamptz) returns setof uuid
  language plpgsql set search_path = public, pg_temp
as $$
declare
  one record;
  unchanged uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('waybill.dispatch'));
  perform from crew where id in (select (p ->> 'crew')::uuid from json_array_elements(plan) p) order by id for update;
  unchanged := array(
    select distinct c.id from json_array_elements(plan) p
    join crew c on c.id = (p ->> 'crew')::uuid and c.version = (p ->> 'version')::integer and c.retired_at is null);
  for one in
    select p.* from json_to_recordset(plan) as p (id uuid, booking uuid, account uuid, crew uuid, starts timestamptz,
      arrives timestamptz, ends timestamptz, from_longitude float8, from_latitude float8, to_longitude float8, to_latitude float8)
    where p.crew = any (unchanged)
      and exists (select from booking b where b.id = p.booking and b.state = 'created')
      and not exists (select from crew_engagement e where e.crew_id = p.crew and e.ended_at is null
        and e.starts_at < p.ends and e.ends_at > p.starts)
  loop
    insert into dispatch_offer (id, booking_id, account_id, crew_id, state, starts_at, arrives_at, ends_at,
        from_longitude, from_latitude, to_longitude, to_latitude, offered_at, expires_at)
      select one.id, one.booking, one.account, one.crew, 'open', one.starts, one.arrives, one.ends,
        one.from_longitude, one.from_latitude, one.to_longitude, one.to_latitude, moment, expires
      where not exists (select from dispatch_offer o where o.crew_id = one.crew and o.state = 'open'
        and o.starts_at < one.ends and o.ends_at > one.starts)
      on conflict (booking_id) where state = 'open' do nothing;
    if found then
      update crew set version = version + 1 where crew.id = one.crew;
      return next one.id;
    end if;
  end loop;
end $$;

revoke execute on function take_crew, release_crew, booking_callers, free_crews, offer_crews from public;
grant execute on function take_crew, release_crew, free_crews to waybill_app, waybill_system;
grant execute on function booking_callers, offer_crews to waybill_system;

do $$
declare name text;
begin
  foreach name in array array['vehicle', 'crew', 'crew_member', 'shift', 'crew_engagement', 'dispatch_offer'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_system', name);
  end loop;
end $$;
