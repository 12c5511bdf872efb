-- Work that is due at some time: a step of a simulation, an offer to a crew, a payment to authorise. A worker leases a job
-- for seconds; if it dies, the lease runs out and another worker takes over.

create table due_job (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  account_id uuid not null references account,
  due_at timestamptz not null,
  leased_until timestamptz,
  tries integer not null default 0,
  data json not null,
  last_error text,
  created_at timestamptz not null,
  constraint due_job_once unique (kind, key)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index due_job_due on due_job (due_at);
comment on column due_job.key is 'What the job is about, e.g. a booking. There is one job of a kind about a thing.';
comment on column due_job.due_at is 'By the clock of the business; leased_until is by that of the database.';
comment on column due_job.tries is 'Attempts since the last one that went well.';

alter table due_job enable row level security;
alter table due_job force row level security;
create policy system on due_job to waybill_system using (true);
grant select, insert, update, delete on due_job to waybill_system;
grant usage on sequence due_job_id_seq to waybill_system;
