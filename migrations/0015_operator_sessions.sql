-- Sessions of operators: of the console's pages (a cookie) and of scripts (a bearer token). Only hashes are kept. What ends
-- them at once (another role or password, disabling) deletes them in the transaction of that change.

create table operator_session (
  session_hash bytea primary key,
  operator_id uuid not null references operator on delete cascade,
  carrier text not null check (carrier in ('cookie', 'token')),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_session_operator on operator_session (operator_id);
create index operator_session_expiry on operator_session (expires_at);
comment on column operator_session.last_used_at is 'To the minute: a session that nobody uses ends before its time.';

alter table operator_session enable row level security;
alter table operator_session force row level security;
create policy system on operator_session to waybill_system using (true);
grant select, insert, update, delete on operator_session to waybill_system;

-- Operators list bookings of all accounts: what is open, newest first, and the windows of a day.
create index booking_live on booking (id) where state in ('created', 'dispatched');
create index booking_by_window_start on booking (window_starts_at) where window_starts_at is not null;
