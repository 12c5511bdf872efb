-- Those who act on events without being in a hurry read the feed behind the relay, each from a place of its own.
create table event_follower (
  name text primary key,
  position bigint not null
);
comment on column event_follower.position is 'Everything up to here has been acted upon.';

-- Until now the relay itself had them act.
insert into event_follower (name, position)
select name, coalesce((select max(position) from event), 0)
from unnest(array['billing', 'dispatch', 'notifications']) as name;

create index event_in_order on event (position);

alter table event_follower enable row level security;
alter table event_follower force row level security;
create policy system on event_follower to waybill_system using (true) with check (true);
grant select, update on event_follower to waybill_system;
