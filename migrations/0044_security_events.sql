-- Security events: entries of the audit trail about authentication, credentials and access (decision 0053). An entry about an
-- unauthenticated caller has the actor kind `anonymous`. The client address of an entry is personal data, so it is not part of
-- the entry, which is append-only and sealed, but a row that retention deletes.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('client', 'user', 'operator', 'crew_member', 'command', 'system', 'anonymous'));

-- Most entries are about bookings, and no security event is: the index serves lists of security events and costs bookings nothing.
create index audit_entry_not_booking on audit_entry (recorded_at, id) where subject_kind <> 'booking';

create table audit_address (
  entry_id uuid primary key,
  account_id uuid references account,
  address inet not null,
  at timestamptz not null
);
create index audit_address_at on audit_address (at);
comment on table audit_address is 'Client address of an audit entry, deleted after SECURITY_ADDRESS_DAYS.';
comment on column audit_address.entry_id is 'No foreign key: entries are never deleted.';
comment on column audit_address.account_id is 'Account of the entry, for row-level security.';

alter table audit_address enable row level security;
alter table audit_address force row level security;
create policy own_account on audit_address to waybill_app using (account_id = current_account_id());
create policy identity on audit_address for insert to waybill_identity with check (true);
create policy system on audit_address to waybill_system using (true);
grant insert on audit_address to waybill_app, waybill_identity;
grant select, insert, delete on audit_address to waybill_system;
