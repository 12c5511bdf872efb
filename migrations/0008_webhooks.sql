-- Events are told: they get a position in the feed, go to webhook endpoints, and every attempt is on record.
-- What grows with traffic (events, deliveries, attempts) is partitioned by week and forgotten by dropping partitions.
-- UUIDv7 ids carry their time, so the id is primary key and partition key in one. Deliveries, tasks and attempts take
-- their account from the event: a foreign key on each would cost more than writing the row.

alter table event rename to event_before;
alter table event_before rename constraint event_pkey to event_before_pkey;
create table event (
  id uuid primary key,
  account_id uuid not null references account,
  booking_id uuid references booking on delete cascade deferrable initially deferred,
  type text not null,
  sequence integer,
  payload json not null,
  occurred_at timestamptz not null,
  position bigint,
  endpoint_id uuid
) partition by range (id);
create index event_of_booking on event (booking_id, sequence);
create index event_to_place on event (occurred_at, sequence) where position is null;
create index event_feed on event (account_id, position) where endpoint_id is null;
create sequence event_position;
comment on table event is 'The outbox: written with the change it tells of, and frozen but for its position.';
comment on column event.sequence is 'Counts up per booking, without gaps; null for events that are not about a booking.';
comment on column event.position is 'Its place in the feed, given after the commit by one relay at a time: who reads on from a position misses nothing.';
comment on column event.endpoint_id is 'Meant for this webhook endpoint alone (a test), and no part of the feed.';

create table webhook_endpoint (
  id uuid primary key,
  account_id uuid not null references account,
  url text not null,
  description text,
  events text[] check (events <> '{}'),
  disabled boolean not null,
  disabled_reason text check (disabled_reason in ('manual', 'failing', 'gone')),
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (disabled = (disabled_reason is not null) and disabled = (disabled_at is not null))
);
create index webhook_endpoint_account on webhook_endpoint (account_id, created_at);
comment on column webhook_endpoint.events is 'null: every type but those that are sent only to who asks for them.';

create table webhook_secret (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  account_id uuid not null references account,
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index webhook_secret_endpoint on webhook_secret (endpoint_id);
comment on column webhook_secret.expires_at is 'Set on the older ones when a secret is rotated: until then deliveries are signed with both.';

create table webhook_health (
  endpoint_id uuid primary key references webhook_endpoint on delete cascade,
  account_id uuid not null references account,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  failing_since timestamptz,
  failures_in_a_row integer not null,
  circuit_opened integer not null,
  circuit_until timestamptz,
  warned_days integer not null
) with (fillfactor = 70);
comment on table webhook_health is 'How an endpoint is doing. A table of its own, so that endpoint rows stay still.';
comment on column webhook_health.failing_since is 'The first failure since the last success.';
comment on column webhook_health.circuit_opened is 'How often in a row the circuit was opened; each time it stays open longer.';
comment on column webhook_health.warned_days is 'The account was warned of this many days of failure.';

create table webhook_delivery (
  id uuid primary key,
  account_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  booking_id uuid,
  status text not null check (status in ('pending', 'delivered', 'failed', 'discarded')),
  reason text check (reason in ('exhausted', 'gone', 'endpoint_disabled', 'endpoint_deleted', 'event_forgotten')),
  attempts integer not null,
  last_outcome text,
  last_status_code integer,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  finished_at timestamptz,
  check ((status in ('failed', 'discarded')) = (reason is not null)),
  check ((status = 'pending') = (finished_at is null))
) partition by range (id);
create index webhook_delivery_log on webhook_delivery (endpoint_id, id desc);
create index webhook_delivery_account on webhook_delivery (account_id, id desc);
create index webhook_delivery_ended_badly on webhook_delivery (endpoint_id, id desc) where reason is not null;
create index webhook_delivery_account_ended_badly on webhook_delivery (account_id, id desc) where reason is not null;
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_booking on webhook_delivery (booking_id) where booking_id is not null;
comment on table webhook_delivery is 'One event for one endpoint, however often it is tried. What is pending has a task.';
comment on index webhook_delivery_ended_badly is 'By reason, not status: so a success touches no column of an index, and is written in place.';

create table webhook_task (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  endpoint_id uuid not null,
  delivery_id uuid not null,
  event_id uuid not null,
  booking_id uuid,
  trigger text not null check (trigger in ('event', 'recover', 'resend', 'test')),
  tries integer not null,
  rank integer generated always as (case when trigger in ('resend', 'test') then 0 when tries = 0 then 1 else 2 end) stored,
  due_at timestamptz not null,
  leased_until timestamptz
) with (fillfactor = 45, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index webhook_task_due on webhook_task (endpoint_id, rank, due_at, id);
create index webhook_task_delivery on webhook_task (delivery_id);
-- Every task is leased once and every delivery ended once, most rows of a page in the same statement: with less than half of a page
-- filled there is room for all of them beside what they were, and no index is touched.
comment on table webhook_task is 'What is still to be sent. A worker leases a task for seconds; if it dies the lease runs out and another takes over.';
comment on column webhook_task.rank is 'What goes first: what a person waits for, then what was never tried, then what failed before.';
comment on column webhook_task.tries is 'Attempts made for this task; says which step of the retry schedule is next.';
comment on column webhook_task.leased_until is 'By the clock of the database, unlike due_at.';

create table webhook_attempt (
  id uuid primary key,
  account_id uuid not null,
  endpoint_id uuid not null,
  delivery_id uuid not null,
  trigger text not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  outcome text not null,
  status_code integer,
  error text,
  remote_address text,
  request_url text not null,
  request_headers json not null,
  response_headers json,
  response_body text,
  response_is_base64 boolean not null,
  response_is_cut boolean not null
) partition by range (id);
create index webhook_attempt_delivery on webhook_attempt (delivery_id, id);
create index webhook_attempt_endpoint on webhook_attempt (endpoint_id, id desc);

create table webhook_hour (
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  hour timestamptz not null,
  account_id uuid not null references account,
  succeeded integer not null,
  failed integer not null,
  duration_counts integer[] not null,
  primary key (endpoint_id, hour)
) with (fillfactor = 70);
comment on table webhook_hour is 'Sums for charts, so that no chart reads the attempts.';
comment on column webhook_hour.duration_counts is 'Attempts by duration; the upper bounds are in the code that writes it.';

create table webhook_recovery (
  id uuid primary key,
  account_id uuid not null references account,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  after_position bigint not null,
  queued integer not null,
  created_at timestamptz not null,
  leased_until timestamptz,
  finished_at timestamptz
);
create index webhook_recovery_endpoint on webhook_recovery (endpoint_id, created_at desc);
create index webhook_recovery_open on webhook_recovery (created_at) where finished_at is null;
comment on table webhook_recovery is 'An order to send again what an endpoint did not get; carried out a batch at a time.';
comment on column webhook_recovery.after_position is 'How far it has got in the feed.';

create table portal_link (
  token_hash bytea primary key,
  account_id uuid not null references account,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index portal_link_expiry on portal_link (expires_at);

create table portal_session (
  session_hash bytea primary key,
  account_id uuid not null references account,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index portal_session_expiry on portal_session (expires_at);

-- The least UUIDv7 of a moment.
create function uuid_floor(moment timestamptz) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Makes the partitions of this week and the next two, and forgets what is older than `kept_days`. Each table has a default
-- partition too: a row whose week is missing is kept there rather than refused, and such a week stays there.
create function keep_partitions(moment timestamptz, kept_days integer) returns void
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
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L) with (fillfactor = %s)',
          parent || '_' || to_char(week, 'YYYYMMDD'), parent,
          uuid_floor(week::timestamp at time zone 'UTC'), uuid_floor((week + 7)::timestamp at time zone 'UTC'),
          case parent when 'webhook_delivery' then 45 else 100 end);
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
revoke execute on function keep_partitions from public;
grant execute on function keep_partitions to waybill_system;

create table event_default partition of event default;
create table webhook_delivery_default partition of webhook_delivery default;
create table webhook_attempt_default partition of webhook_attempt default;
select keep_partitions(now(), 90);

alter table event_before disable row level security;
insert into event (id, account_id, booking_id, type, sequence, payload, occurred_at)
  select id, account_id, booking_id, type, sequence, payload, occurred_at from event_before;
drop table event_before;

do $$
declare name text;
begin
  foreach name in array array['event', 'webhook_endpoint', 'webhook_secret', 'webhook_health', 'webhook_delivery',
                              'webhook_task', 'webhook_attempt', 'webhook_hour', 'webhook_recovery'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_account on %I to waybill_app using (account_id = current_account_id())', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_system', name);
  end loop;
  foreach name in array array['portal_link', 'portal_session'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy identity on %I to waybill_identity using (true)', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_identity, waybill_system', name);
  end loop;
end $$;
grant select, insert on event to waybill_app;
grant select, insert, update, delete on webhook_endpoint, webhook_secret to waybill_app;
grant select, insert, update on webhook_health, webhook_delivery, webhook_recovery to waybill_app;
grant select, insert, delete on webhook_task to waybill_app;
grant select on webhook_attempt, webhook_hour to waybill_app;
grant select, update on sequence event_position to waybill_system;
