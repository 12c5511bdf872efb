-- Bookings that deliver a stop again that failed or was skipped (decision 0095). At most one per stop.
create table redelivery (
  booking_id uuid not null,
  stop_id uuid not null,
  account_id uuid not null references account,
  new_booking_id uuid not null constraint redelivery_new_booking unique,
  created_at timestamptz not null,
  primary key (booking_id, stop_id),
  check (booking_id <> new_booking_id)
);
create index redelivery_account on redelivery (account_id);
comment on table redelivery is 'Links a stop that was not completed to the booking that delivers it again.';
comment on column redelivery.new_booking_id is 'A cancelled booking may be replaced: the row is deleted and inserted again.';

alter table redelivery enable row level security;
alter table redelivery force row level security;
create policy own_account on redelivery to waybill_app using (account_id = current_account_id());
create policy system on redelivery to waybill_system using (true);
grant select, insert, delete on redelivery to waybill_app;
grant select on redelivery to waybill_system;
