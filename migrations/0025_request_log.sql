-- The calls that partners make, for partners and operators to look at, kept for some weeks; and when a client was last used.

-- Partitioned by day, as events are by week: UUIDv7 ids carry their time. Nothing personal is ever written here; what a call
-- carried is masked before (features/requests/redaction.ts). No foreign keys: the log is written in batches, behind the calls.
create table request_log (
  id uuid primary key,
  account_id uuid not null,
  client_id text not null,
  user_id uuid,
  request_id text not null,
  method text not null,
  route text,
  path text not null,
  status integer not null,
  duration_ms real not null,
  scopes text[] not null,
  ip_prefix text not null,
  headers json not null,
  error_code text,
  error_param text,
  replayed boolean not null,
  booking_id uuid,
  request_body text,
  request_bytes integer,
  request_is_cut boolean not null,
  response_body text,
  response_bytes integer,
  response_is_cut boolean not null
) partition by range (id);
create index request_log_account on request_log (account_id, id desc);
create index request_log_refused on request_log (account_id, id desc) where status >= 400;
create index request_log_request on request_log (request_id);
create index request_log_booking on request_log (booking_id) where booking_id is not null;
comment on table request_log is 'Calls of partners, without anything personal; forgotten by dropping days.';
comment on column request_log.route is 'The pattern of the path; null: there is nothing at that address.';
comment on column request_log.path is 'As it was called; what may be personal in it is masked.';
comment on column request_log.ip_prefix is 'The network the call came from: 24 bits of IPv4, 48 of IPv6.';
comment on column request_log.headers is 'Those that matter to the answer, never Authorization.';
comment on column request_log.request_bytes is 'How much was sent; null: nothing, or not known.';

-- Makes the days around this one, and forgets what is older than `kept_days`.
create function keep_request_log(moment timestamptz, kept_days integer) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  day date;
  old record;
begin
  perform pg_advisory_xact_lock(hashtext('waybill.request_log'));
  for offset_days in -1..3 loop
    day := (moment at time zone 'UTC')::date + offset_days;
    begin
      execute format('create table if not exists %I partition of request_log for values from (%L) to (%L)',
        'request_log_' || to_char(day, 'YYYYMMDD'),
        uuid_floor(day::timestamp at time zone 'UTC'), uuid_floor((day + 1)::timestamp at time zone 'UTC'));
    exception when check_violation then
      null; -- Rows of that day are in the default partition already.
    end;
  end loop;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_log'::regclass and c.relname ~ '_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 1 <= (moment at time zone 'UTC')::date - kept_days
  loop
    execute format('drop table %I', old.relname);
  end loop;
  delete from request_log_default where id < uuid_floor(moment - make_interval(days => kept_days));
end $$;
revoke execute on function keep_request_log from public;
grant execute on function keep_request_log to waybill_system;
create table request_log_default partition of request_log default;
select keep_request_log(now(), 30);

alter table request_log enable row level security;
alter table request_log force row level security;
create policy own_account on request_log to waybill_app using (account_id = current_account_id());
create policy system on request_log to waybill_system using (true);
grant select on request_log to waybill_app;
grant select, insert, update, delete on request_log to waybill_system;

alter table api_client add column last_used_at timestamptz;
comment on column api_client.last_used_at is 'Kept to the minute; null: never.';
