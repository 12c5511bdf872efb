-- Travel times for plans (decision 0086): a cache of what the router measured, and how long journeys and services really
-- took. Both belong to the company and name no booking.

create table travel_time (
  router text not null,
  from_cell bigint not null,
  to_cell bigint not null,
  seconds integer not null check (seconds >= 0),
  hundredths integer not null check (hundredths >= 0),
  estimated boolean not null,
  measured_at timestamptz not null,
  primary key (router, from_cell, to_cell)
);
create index travel_time_age on travel_time (measured_at);
comment on table travel_time is 'Cache of the matrices of the router. Old rows are deleted.';
comment on column travel_time.router is 'What measured: the service, or the versions of the road maps.';
comment on column travel_time.from_cell is 'Place, rounded to 0.001 degree: latitude and longitude in one number.';
comment on column travel_time.hundredths is 'Hundredths of a mile.';

create table learned_time (
  area_slug text not null,
  kind text not null check (kind in ('drive', 'service')),
  product text not null,
  hour smallint not null check (hour between -1 and 23),
  observations integer not null check (observations > 0),
  median double precision not null check (median > 0),
  quantile double precision not null check (quantile > 0),
  learned_at timestamptz not null,
  primary key (area_slug, kind, product, hour)
);
comment on table learned_time is 'Actual durations of completed bookings, relative to the quoted ones. Replaced every day.';
comment on column learned_time.product is 'Product of the service; empty for journeys.';
comment on column learned_time.hour is 'Local hour of the departure; -1: all hours.';
comment on column learned_time.quantile is 'The 90 % quantile of the ratio, for buffers.';

do $$
declare name text;
begin
  foreach name in array array['travel_time', 'learned_time'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_system', name);
  end loop;
end $$;
