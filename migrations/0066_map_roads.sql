-- Roads of map regions (decision 0077): the archive that the routing engine reads, in parts, so that every process of the
-- environment finds it, also on another host. A version without roads was imported without the engine.

alter table map_version add column roads json;
comment on column map_version.roads is 'Size and SHA-256 of the archive of road tiles, and the version of the engine that built it; null: routes are estimates.';

create table map_road_part (
  version text not null,
  number integer not null,
  content bytea not null,
  primary key (version, number)
) partition by list (version);
comment on table map_road_part is 'The archive of road tiles of a version, in parts of 1 MB, each compressed with gzip.';
-- Compressed already.
alter table map_road_part alter column content set storage external;

alter table map_road_part enable row level security;
alter table map_road_part force row level security;
create policy system on map_road_part to waybill_system using (true);
create policy everyone on map_road_part to waybill_app using (true);
grant select, insert, update, delete on map_road_part to waybill_system;
grant select on map_road_part to waybill_app;

-- Every partitioned table of map data, instead of a list that each new table must extend.
create or replace function map_tables() returns text[] language sql stable set search_path = public, pg_temp
as $$
  select array_agg(relname::text order by relname) from pg_class
  where relkind = 'p' and relnamespace = 'public'::regnamespace and relname like 'map\_%'
$$;
