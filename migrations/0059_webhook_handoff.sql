-- Hand-offs (decision 0070): the relay gives new deliveries of healthy endpoints to its own process in one row per batch. Their
-- deliveries and attempts are written with their results.
create table webhook_handoff (
  id uuid primary key,
  leased_until timestamptz not null,
  created_at timestamptz not null,
  delivery_ids uuid[] not null,
  event_ids uuid[] not null,
  endpoint_ids uuid[] not null,
  check (cardinality(delivery_ids) = cardinality(event_ids) and cardinality(delivery_ids) = cardinality(endpoint_ids))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- Ids do not compress.
alter table webhook_handoff alter delivery_ids set storage external, alter event_ids set storage external,
  alter endpoint_ids set storage external;
create index webhook_handoff_lease on webhook_handoff (leased_until);
comment on table webhook_handoff is
  'Deliveries that the process of the relay is sending and that have no webhook_delivery row yet: parallel lists. Deleted when all are recorded; after the lease has expired, any process queues those that are not recorded.';
comment on column webhook_handoff.leased_until is 'On the database clock.';
comment on column webhook_handoff.created_at is 'Creation time of the deliveries, on the business clock.';
alter table webhook_handoff enable row level security;
alter table webhook_handoff force row level security;
create policy system on webhook_handoff to waybill_system using (true);
grant select, insert, update, delete on webhook_handoff to waybill_system;

comment on table webhook_delivery is
  'One event for one endpoint, with all its attempts. A pending delivery has a webhook_task. A delivery that is being sent for the first time may be in a webhook_handoff instead.';
comment on table webhook_task is
  'Deliveries that still have to be attempted, except those in a webhook_handoff. A worker leases a task for seconds; another worker takes over after the lease expires.';
