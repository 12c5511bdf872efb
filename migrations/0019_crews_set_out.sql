-- A crew sets out for a booking, in the transaction that says so. One that is under way for another booking cannot: the
-- answer is that booking's confirmation code, otherwise null. One that sets out earlier than it was planned is busy from
-- then on: its time moves with it, so that nobody gives it another job meanwhile. It ends by the time the next job begins.
-- Where the crew should be elsewhere just now its time stays: two jobs of a crew never overlap.
create function start_engagement(for_booking uuid, for_account uuid, moment timestamptz)
  returns text language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  held crew_engagement;
  under_way text;
  next_starts timestamptz;
  ends timestamptz;
begin
  if for_account is distinct from current_account_id() then
    raise exception 'a crew sets out for the account whose booking it is';
  end if;
  perform from crew where id in (select crew_id from crew_engagement where booking_id = for_booking and ended_at is null)
    for update;
  select * into held from crew_engagement
    where booking_id = for_booking and account_id = for_account and ended_at is null;
  under_way := (select b.hid from crew_engagement o join booking b on b.id = o.booking_id
    where o.crew_id = held.crew_id and o.id <> held.id and o.ended_at is null and b.state = 'dispatched'
      and (b.dispatch ->> 'state' <> 'pending' or (b.dispatch ->> 'routePosition')::integer > 0) limit 1);
  if under_way is not null or held.id is null or held.starts_at <= moment then return under_way; end if;
  next_starts := (select min(n.starts_at) from crew_engagement n
    where n.crew_id = held.crew_id and n.id <> held.id and n.ended_at is null and n.ends_at > moment);
  if next_starts <= moment then return null; end if;
  ends := least(moment + (held.ends_at - held.starts_at), next_starts);
  update crew_engagement set starts_at = moment, ends_at = ends,
      arrives_at = greatest(moment, least(moment + (held.arrives_at - held.starts_at), ends - interval '1 second'))
    where id = held.id;
  update crew set version = version + 1 where id = held.crew_id;
  return null;
end $$;

-- What has become of an offer, for the transaction that accepts it: somebody may have refused it at the same moment.
create function offer_state(of_offer uuid, for_account uuid) returns text
  language sql stable security definer set search_path = public, pg_temp
as $$
  select state from dispatch_offer
  where id = of_offer and account_id = for_account and for_account = current_account_id()
$$;

revoke execute on function start_engagement, offer_state from public;
grant execute on function start_engagement, offer_state to waybill_app, waybill_system;
