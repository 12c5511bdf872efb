-- Stored answers to writes that carried an Idempotency-Key, written in the transaction of the effect; and the audit
-- trail: who changed what, under which request id. Neither the audit trail's rows nor their order can be changed.

create table idempotency_record (
  account_id uuid not null references account on delete cascade,
  route text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  sealed_answer bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, route, key)
);
create index idempotency_record_expiry on idempotency_record (expires_at);
comment on column idempotency_record.sealed_answer is 'Body and headers, encrypted: they hold personal data.';

create table audit_entry (
  id uuid primary key,
  account_id uuid references account,
  actor_kind text not null check (actor_kind in ('client', 'user', 'operator', 'command', 'system')),
  actor_id text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  request_id text not null,
  at timestamptz not null,
  changed text[] not null default '{}'
);
create index audit_entry_account on audit_entry (account_id, at);
create index audit_entry_subject on audit_entry (subject_kind, subject_id, at);
comment on column audit_entry.changed is 'Names of the fields that changed; never their values.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end $$;
create trigger append_only before update or delete on audit_entry for each row execute function refuse_change();
create trigger append_only_truncate before truncate on audit_entry for each statement execute function refuse_change();

alter table idempotency_record enable row level security;
alter table idempotency_record force row level security;
create policy own_account on idempotency_record to waybill_app using (account_id = current_account_id());
create policy system on idempotency_record to waybill_system using (true);
grant select, insert, delete on idempotency_record to waybill_app;
grant select, delete on idempotency_record to waybill_system;

alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy own_account on audit_entry to waybill_app using (account_id = current_account_id());
create policy identity on audit_entry for insert to waybill_identity with check (true);
create policy system on audit_entry to waybill_system using (true);
grant select, insert on audit_entry to waybill_app, waybill_system;
grant insert on audit_entry to waybill_identity;
