-- A dispatcher may offer a booking to several crews at once: the first that accepts gets it. A crew still has one open offer
-- of a booking at most.
drop index dispatch_offer_open;
create unique index dispatch_offer_open on dispatch_offer (booking_id, crew_id) where state = 'open';

-- As before, with `by_hand`: the offers of a dispatcher join those that are open already. A dispatch round offers a booking
-- only while it has no open offer.
drop function offer_crews(json, timestamptz, timestamptz);
create function offer_crews(plan json, moment timestamptz, expires timestamptz, by_hand boolean default false)
  returns setof uuid
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
      and (by_hand or not exists (select from dispatch_offer o where o.booking_id = one.booking and o.state = 'open'))
      on conflict (booking_id, crew_id) where state = 'open' do nothing;
    if found then
      update crew set version = version + 1 where crew.id = one.crew;
      return next one.id;
    end if;
  end loop;
end $$;

-- As before. Locks the offers that it closes in the order of their ids: two crews that accept at the same time may close
-- offers of each other.
create or replace function take_crew(wanted_crew uuid, for_booking uuid, for_account uuid, starts timestamptz, arrives timestamptz,
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
  perform from dispatch_offer where state = 'open'
    and (booking_id = for_booking or (crew_id = wanted_crew and starts_at < ends and ends_at > starts))
    order by id for update;
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

revoke execute on function offer_crews from public;
grant execute on function offer_crews to waybill_system;
