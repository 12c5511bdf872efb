-- The audit trail, sealed: a signature for each entry, and one for each batch that includes that of the batch before. Whoever can
-- write past the triggers of audit_entry cannot make these without SECRET_KEY.
-- When an entry was written by the clock that all processes share. Ids carry the time of whoever made them, and a machine may be
-- minutes behind the others: what is sealed in order must come in order.
alter table audit_entry add column recorded_at timestamptz not null default now();
alter table audit_entry alter column recorded_at set default clock_timestamp();
create index audit_entry_recorded on audit_entry (recorded_at, id);

create table audit_seal (
  number bigint primary key check (number > 0),
  through uuid not null unique,
  through_at timestamptz not null,
  entries json not null,
  signature text not null,
  sealed_at timestamptz not null default clock_timestamp()
);
comment on column audit_seal.through is 'The last entry of the batch; it begins after that of the batch before.';
comment on column audit_seal.through_at is 'When that entry was recorded.';
comment on column audit_seal.entries is 'The id and the signature of each entry.';

create trigger append_only before update or delete on audit_seal for each row execute function refuse_change();
create trigger append_only_truncate before truncate on audit_seal for each statement execute function refuse_change();

alter table audit_seal enable row level security;
alter table audit_seal force row level security;
create policy system on audit_seal to waybill_system using (true);
grant select, insert on audit_seal to waybill_system;
