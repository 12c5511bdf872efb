-- Photos that crews took. The picture itself lies in the photo storage under its name; who knows the name may see it, until
-- it is past retention. This table says whose it is, so that it can be found again and forgotten.

create table photo (
  name text primary key check (name ~ '^[A-Za-z0-9_-]{22}$'),
  account_id uuid not null references account,
  booking_id uuid not null references booking on delete cascade,
  byte_count integer not null check (byte_count > 0),
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
create index photo_booking on photo (booking_id);
create index photo_age on photo (created_at);

alter table photo enable row level security;
alter table photo force row level security;
create policy own_account on photo to waybill_app using (account_id = current_account_id());
create policy system on photo to waybill_system using (true);
grant select, insert on photo to waybill_app;
grant select, insert, delete on photo to waybill_system;
