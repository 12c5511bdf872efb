-- What partners can do in the sandbox about their bad days: a clock of their own, and failures they ask for. Production has
-- the same tables and no way to write them.

alter table account add column clock_ahead_seconds integer not null default 0 check (clock_ahead_seconds >= 0);
comment on column account.clock_ahead_seconds is
  'How far the test clock of the account runs ahead of the world. Always 0 in production.';
grant update (clock_ahead_seconds) on account to waybill_app;

-- A partner may say when the next step of its own simulation is played, and nothing else about jobs.
create policy own_simulation on due_job to waybill_app
  using (account_id = current_account_id() and kind = 'simulation.step');
grant select (kind, key, account_id, due_at), update (due_at) on due_job to waybill_app;

create table sandbox_refusal (
  account_id uuid not null references account,
  key text not null,
  refused_at timestamptz not null,
  primary key (account_id, key)
);
create index sandbox_refusal_refused on sandbox_refusal (refused_at);
comment on table sandbox_refusal is
  'Requests that asked to be refused once and were; the next one with the same Idempotency-Key is taken.';

alter table sandbox_refusal enable row level security;
alter table sandbox_refusal force row level security;
create policy own_account on sandbox_refusal to waybill_app using (account_id = current_account_id());
create policy system on sandbox_refusal to waybill_system using (true);
grant select, insert on sandbox_refusal to waybill_app;
grant select, delete on sandbox_refusal to waybill_system;
