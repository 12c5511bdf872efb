-- Housekeeping that one worker at a time does: a row per task, claimed by moving its due time into the future.

create table periodic_task (
  name text primary key,
  due_at timestamptz not null,
  last_finished_at timestamptz
);
alter table periodic_task enable row level security;
alter table periodic_task force row level security;
create policy system on periodic_task to waybill_system using (true);
grant select, insert, update on periodic_task to waybill_system;
