-- Base map of the imported regions: vector tiles, in the partitions of their version like the addresses (decision 0076).

create table map_tile (
  version text not null,
  tile bigint not null,
  data bytea not null,
  primary key (version, tile)
) partition by list (version);
alter table map_tile alter column data set storage external;
comment on table map_tile is 'Vector tiles of a region. A tile without content has no row.';
comment on column map_tile.tile is 'Zoom, column and row as one number (tile-grid.ts).';
comment on column map_tile.data is 'The tile, compressed with gzip.';

alter table map_tile enable row level security;
alter table map_tile force row level security;
create policy system on map_tile to waybill_system using (true);
create policy everyone on map_tile to waybill_app using (true);
grant select, insert, update, delete on map_tile to waybill_system;
grant select on map_tile to waybill_app;

create or replace function map_tables() returns text[] language sql immutable set search_path = public, pg_temp
as $$
  select array['map_street', 'map_street_name', 'map_street_spelling', 'map_street_part', 'map_house', 'map_place',
    'map_postcode', 'map_tile']
$$;
