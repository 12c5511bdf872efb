-- A crew that sets out earlier than it was planned is busy from then on: its time moves with it, so that nobody gives it
-- another job meanwhile. It ends by the time the next job begins. Where the crew should be elsewhere just now its time stays:
-- two jobs of a crew never overlap.
create function start_engagement(for_booking uuid, for_account uuid, moment timestamptz)
  returns void language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  held crew_engagement;
  next_starts timestamptz;
  ends timestamptz;
begin
  if for_account is distinct from current_account_id() then
    raise exception 'a crew sets out for the account whose booking it is';
  end if;
  perform from crew where id in (select crew_id from crew_engagement where booking_id = for_booking and ended_at is null)
    for update;
  select * into held from crew_engagement
    where booking_id = for_booking and account_id = for_account and ended_at is null and starts_at > moment;
  if not found then return; end if;
  next_starts := (select min(n.starts_at) from crew_engagement n
    where n.crew_id = held.crew_id and n.id <> held.id and n.ended_at is null and n.ends_at > moment);
  if next_starts <= moment then return; end if;
  ends := least(moment + (held.ends_at - held.starts_at), next_starts);
  update crew_engagement set starts_at = moment, ends_at = ends,
      arrives_at = greatest(moment, least(moment + (held.arrives_at - held.starts_at), ends - interval '1 second'))
    where id = held.id;
  update crew set version = version + 1 where id = held.crew_id;
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
