-- What it costs an account to call off a booking; and, of each booking, who placed it and who is told about it.

create table cancellation_policy (
  account_id uuid primary key references account,
  document json not null,
  updated_at timestamptz not null
);
comment on table cancellation_policy is 'Tiers of fees, as an operator set them. No row: cancelling is free.';

alter table cancellation_policy enable row level security;
alter table cancellation_policy force row level security;
create policy own_account on cancellation_policy to waybill_app using (account_id = current_account_id());
create policy system on cancellation_policy to waybill_system using (true);
grant select on cancellation_policy to waybill_app;
grant select, insert, update, delete on cancellation_policy to waybill_system;

alter table booking
  add column booked_by uuid references app_user,
  add column recipients text not null default 'contacts' check (recipients in ('contacts', 'customer', 'booking_user')),
  add check (recipients <> 'booking_user' or booked_by is not null);
comment on column booking.booked_by is 'The user whose token placed it; null where an organization did.';
comment on column booking.recipients is
  'Who is told about it: its contacts, or, where none were named, the customer (by mail) or the user who placed it.';

-- Who placed what personal accounts hold already is known: each belongs to one user. The owner may look for once.
alter table booking no force row level security;
alter table app_user no force row level security;
update booking b set booked_by = u.id from app_user u where u.account_id = b.account_id;
alter table booking force row level security;
alter table app_user force row level security;

create index booking_booked_by on booking (booked_by) where booked_by is not null;
