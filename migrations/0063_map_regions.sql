-- Map regions, imported from OpenStreetMap extracts: streets, house numbers, places and ZIP codes for the geocoder. The
-- data of one import is a version; its rows are in partitions of their own, so that an import fills fresh tables, the
-- switch to it is one row, and removing a version drops tables (decision 0075).

create table map_version (
  id text primary key check (id ~ '^[0-9]{14}-[0-9a-f]{6}$'),
  region text not null check (region ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  state text not null check (state in ('building', 'ready')),
  file_name text not null,
  file_bytes bigint not null,
  file_sha256 text not null,
  data_time timestamptz,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  counts json not null,
  started_at timestamptz not null,
  imported_at timestamptz
);
comment on table map_version is 'Imports of map regions. A version in the state building without a running import is a leftover.';
comment on column map_version.data_time is 'Time of the map data, if the file states it.';
comment on column map_version.counts is 'Number of rows per kind.';

create table map_region (
  name text primary key,
  current_version text not null references map_version,
  previous_version text references map_version,
  switched_at timestamptz not null
);
comment on column map_region.previous_version is 'Kept until the next import, for requests that began before the switch.';

create table map_street (
  version text not null,
  id integer not null,
  name text not null,
  longitude double precision not null,
  latitude double precision not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  primary key (version, id)
) partition by list (version);
comment on table map_street is 'A street: connected ways of one name. The point is near its middle.';

create table map_street_name (
  version text not null,
  base text not null,
  cell integer not null,
  street_id integer not null,
  leading_direction text not null,
  type text not null,
  trailing_direction text not null
) partition by list (version);
create index map_street_name_base on map_street_name (base, cell);
comment on table map_street_name is 'Names and aliases of a street, normalized (street-name.ts), once per grid cell of 0.1 degree.';

create table map_street_spelling (
  version text not null,
  base text not null,
  deletions integer[] not null
) partition by list (version);
create index map_street_spelling_deletions on map_street_spelling using gin (deletions);
comment on column map_street_spelling.deletions is 'Hashes of the name and of the name without one of its letters: names with a common hash differ by few letters.';

create table map_street_part (
  version text not null,
  street_id integer not null,
  bounds box not null,
  line bytea not null
) partition by list (version);
create index map_street_part_street on map_street_part (street_id);
create index map_street_part_bounds on map_street_part using gist (bounds);
comment on column map_street_part.line is 'Longitude and latitude in turn, 32-bit little-endian integers in units of 1e-7 degrees.';

create table map_house (
  version text not null,
  street_id integer not null,
  number integer,
  label text not null,
  at point not null,
  postcode text,
  is_interpolated boolean not null
) partition by list (version);
create index map_house_number on map_house (street_id, number);
create index map_house_at on map_house using gist (at);
comment on column map_house.number is 'Leading digits of the house number, for interpolation.';
comment on column map_house.label is 'The house number in upper case without spaces.';

create table map_place (
  version text not null,
  key text not null,
  cell integer not null,
  name text not null,
  kind text not null check (kind in ('locality', 'point_of_interest', 'establishment')),
  longitude double precision not null,
  latitude double precision not null
) partition by list (version);
create index map_place_key on map_place (key, cell);

create table map_postcode (
  version text not null,
  postcode text not null,
  longitude double precision not null,
  latitude double precision not null,
  primary key (version, postcode)
) partition by list (version);
comment on table map_postcode is 'The middle of the addresses of a ZIP code.';

do $$
declare name text;
begin
  foreach name in array array['map_version', 'map_region', 'map_street', 'map_street_name', 'map_street_spelling',
    'map_street_part', 'map_house', 'map_place', 'map_postcode'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to waybill_system using (true)', name);
    execute format('create policy everyone on %I to waybill_app using (true)', name);
    execute format('grant select, insert, update, delete on %I to waybill_system', name);
    execute format('grant select on %I to waybill_app', name);
  end loop;
end $$;

create function map_tables() returns text[] language sql immutable set search_path = public, pg_temp
as $$
  select array['map_street', 'map_street_name', 'map_street_spelling', 'map_street_part', 'map_house', 'map_place',
    'map_postcode']
$$;

-- Name of a partition. Versions consist of digits, letters from a to f, and one hyphen.
create function map_partition(parent text, version text) returns text language sql immutable set search_path = public, pg_temp
as $$ select parent || '_' || replace(version, '-', '_') $$;

create function create_map_partitions(version_id text) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare parent text;
begin
  perform from map_version v where v.id = version_id and v.state = 'building';
  if not found then raise exception 'map version % is not being built', version_id; end if;
  foreach parent in array map_tables() loop
    execute format('create table %I partition of %I for values in (%L)', map_partition(parent, version_id), parent, version_id);
  end loop;
end $$;

-- Statistics for the planner, one table per call: a statement has a time limit.
create function analyze_map_partition(parent text, version_id text) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not parent = any (map_tables()) then raise exception '% is not a table of map data', parent; end if;
  execute format('analyze %I', map_partition(parent, version_id));
end $$;

-- Removes the data of a version that is not in use, also if it was created only in part.
create function drop_map_version(version_id text) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare parent text;
begin
  perform from map_region r where version_id in (r.current_version, r.previous_version);
  if found then raise exception 'map version % is in use', version_id; end if;
  foreach parent in array map_tables() loop
    execute format('drop table if exists %I', map_partition(parent, version_id));
  end loop;
  delete from map_version v where v.id = version_id;
end $$;

create function map_version_bytes(version_id text) returns bigint
  language sql stable set search_path = public, pg_temp
as $$
  select coalesce(sum(pg_total_relation_size(to_regclass(quote_ident(map_partition(parent, version_id))))), 0)::bigint
  from unnest(map_tables()) as parent
$$;

revoke execute on function create_map_partitions, analyze_map_partition, drop_map_version, map_version_bytes from public;
grant execute on function create_map_partitions, analyze_map_partition, drop_map_version, map_version_bytes to waybill_system;
