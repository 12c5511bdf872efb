-- A hand-off stores its events and endpoints once each, and its deliveries as numbers: a list of ids per delivery was most of the
-- relay's work. No release has written hand-offs in the form of 0059.
delete from webhook_handoff;
alter table webhook_handoff drop column delivery_ids, add column pairs integer[] not null;
comment on table webhook_handoff is
  'Deliveries that the process of the relay is sending and that have no webhook_delivery row yet. Deleted when all are recorded; after the lease has expired, any process queues those that are not recorded.';
comment on column webhook_handoff.id is 'Also the template of the delivery ids: a delivery id contains the number of its pair.';
comment on column webhook_handoff.event_ids is 'All events of the batch, in the order of their positions.';
comment on column webhook_handoff.pairs is
  'Numbers of the pairs of event and endpoint: (place of the event - 1) * number of endpoints + place of the endpoint.';

create function handoff_pairs(handoff webhook_handoff)
  returns table (event_id uuid, endpoint_id uuid, number integer)
  language sql immutable parallel safe
begin atomic
  select handoff.event_ids[(pair - 1) / cardinality(handoff.endpoint_ids) + 1],
    handoff.endpoint_ids[(pair - 1) % cardinality(handoff.endpoint_ids) + 1], pair
  from unnest(handoff.pairs) as pair;
end;

-- Nearly all deliveries are inserted with their result and never updated: new partitions fill their pages.
create or replace function keep_partitions(moment timestamptz, kept_days integer) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  parent text;
  week date;
  old record;
begin
  perform pg_advisory_xact_lock(hashtext('waybill.partitions'));
  foreach parent in array array['event', 'webhook_delivery', 'webhook_attempt'] loop
    for offset_weeks in -1..2 loop
      week := (date_trunc('week', moment at time zone 'UTC'))::date + 7 * offset_weeks;
      begin
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
          parent || '_' || to_char(week, 'YYYYMMDD'), parent,
          uuid_floor(week::timestamp at time zone 'UTC'), uuid_floor((week + 7)::timestamp at time zone 'UTC'));
      exception when check_violation then
        null; -- Rows of that week are in the default partition already.
      end;
    end loop;
    for old in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = parent::regclass and c.relname ~ '_[0-9]{8}$'
        and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= (moment at time zone 'UTC')::date - kept_days
    loop
      execute format('drop table %I', old.relname);
    end loop;
    execute format('delete from %I where id < uuid_floor($1)', parent || '_default')
      using moment - make_interval(days => kept_days);
  end loop;
end $$;
