-- Where the company drives and what it asks for that (the operator's data, the same for every account), and what
-- accounts make of it: locations and quotes.

create table service_area (
  slug text primary key,
  document json not null,
  updated_at timestamptz not null
);
comment on table service_area is 'Coverage, hours, products, window policies and capacity, as imported. Empty: the built-in area.';

create table price_book (
  area_slug text primary key,
  document json not null,
  updated_at timestamptz not null
);

create table location (
  id uuid primary key,
  account_id uuid not null references account,
  name text not null,
  address2 text,
  longitude double precision not null check (longitude between -180 and 180),
  latitude double precision not null check (latitude between -90 and 90),
  address json not null,
  location_type text not null,
  time_zone text not null,
  created_at timestamptz not null
);
create index location_account on location (account_id, id);

create table quote (
  id uuid primary key,
  account_id uuid not null references account,
  product text not null,
  area_slug text not null,
  facts json not null,
  wire json not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index quote_account on quote (account_id, id);
comment on column quote.facts is 'The quote as the domain knows it: route, travel, prices, add-ons, estimate. A quote never changes.';
comment on column quote.wire is 'The quote as partners see it, sent as it stands.';

-- Capacity is shared by all accounts: how much of an hour is taken, whoever took it.
create table capacity_bucket (
  area_slug text not null,
  time_zone text not null,
  product text not null,
  starts_at timestamptz not null,
  reserved integer not null check (reserved >= 0),
  primary key (area_slug, time_zone, product, starts_at)
);

create table on_demand_reservation (
  id uuid primary key,
  area_slug text not null,
  product text not null,
  ends_at timestamptz not null
);
create index on_demand_reservation_live on on_demand_reservation (area_slug, product, ends_at);
comment on table on_demand_reservation is 'One row per live on-demand booking; each is given up two hours after it was made.';

do $$
declare name text;
begin
  foreach name in array array['service_area', 'price_book', 'location', 'quote', 'capacity_bucket', 'on_demand_reservation'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_system', name);
  end loop;
  foreach name in array array['location', 'quote'] loop
    execute format('create policy own_account on %I to waybill_app using (account_id = current_account_id())', name);
  end loop;
  foreach name in array array['service_area', 'price_book', 'capacity_bucket', 'on_demand_reservation'] loop
    execute format('create policy everyone on %I to waybill_app using (true)', name);
  end loop;
end $$;
grant select on service_area, price_book to waybill_app;
grant select, insert on location, quote to waybill_app;
grant select, insert, update on capacity_bucket to waybill_app;
grant select, insert, delete on on_demand_reservation to waybill_app;
