-- Personal data goes some time after a booking has ended (PERSONAL_DATA_RETENTION_DAYS).

-- Written with the change that ends a booking, also where nothing is removed by time: that may be switched on later. What
-- ended before there was this table is entered by whoever removes.
create table ended_booking (
  booking_id uuid primary key references booking on delete cascade deferrable initially deferred,
  account_id uuid not null references account,
  ended_at timestamptz not null,
  people_removed_at timestamptz
);
create index ended_booking_with_people on ended_booking (ended_at, booking_id) where people_removed_at is null;
comment on table ended_booking is 'Bookings that are over, and since when they tell of nobody any more.';
comment on column ended_booking.ended_at is 'By the time of the world, whatever clock the account has.';

alter table location add column forgotten_at timestamptz;
comment on column location.forgotten_at is 'Since then no request finds it. It is deleted once no quote that has it can be booked any more.';
create index location_forgotten on location (forgotten_at) where forgotten_at is not null;

create table retention_sweep (
  name text primary key,
  through uuid not null
);
comment on table retention_sweep is 'How far those have got who go through a table once, as its rows come of age.';

create index crew_action_booking on crew_action (booking_id);
create index exception_decision_subject on exception_decision (subject_id);

do $$
declare name text;
begin
  foreach name in array array['ended_booking', 'retention_sweep'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_system', name);
  end loop;
end $$;
create policy own_account on ended_booking to waybill_app using (account_id = current_account_id());
grant insert on ended_booking to waybill_app;
