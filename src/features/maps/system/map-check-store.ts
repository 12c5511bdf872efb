// What the check of a map region and the demo read: counts, tiles and sample addresses.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { StoredTile } from '../tiles/tile-archive.ts';
import type { MapTable, RowCounts } from './map-admin-store.ts';

/** Numbers of rows that the import wrote. Empty for a region that was imported before they were recorded. */
export async function readRowCounts(db: SystemDatabase, version: string): Promise<RowCounts> {
  const { rows } = await sql<{ rows: RowCounts | null }>`
    select counts -> 'rows' as rows from map_version where id = ${version}`.execute(db);
  return rows[0]?.rows ?? {};
}

export async function countRows(
  db: SystemDatabase,
  table: MapTable | 'map_tile',
  version: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where version = ${version}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The tiles after this one, in the order of their keys. */
export async function listTilesAfter(
  db: SystemDatabase,
  version: string,
  key: number,
  limit: number,
): Promise<StoredTile[]> {
  const { rows } = await sql<StoredTile>`
    select tile::float8 as key, data from map_tile where version = ${version} and tile > ${key}
    order by tile limit ${limit}`.execute(db);
  return rows;
}

export interface SampleHouse {
  readonly label: string;
  readonly street: string;
  readonly postcode: string | null;
  readonly longitude: number;
  readonly latitude: number;
}

/** One house each of some streets, in an order that does not follow the map but is always the same. */
export async function listSampleHouses(
  db: SystemDatabase,
  version: string,
  limit: number,
): Promise<SampleHouse[]> {
  const { rows } = await sql<SampleHouse>`
    select h.* from (
      select distinct on (a.street_id) a.label, s.name as street, a.postcode, a.at[0] as longitude, a.at[1] as latitude
      from map_house a join map_street s on s.version = a.version and s.id = a.street_id
      where a.version = ${version} and not a.is_interpolated and a.number is not null
      order by a.street_id, hashint4(a.number), a.label, a.at[0]
    ) h order by hashtext(h.street), h.label, h.longitude limit ${limit}`.execute(db);
  return rows;
}

export interface SampledAddress {
  readonly label: string;
  readonly street: string;
  readonly base: string;
  readonly cell: number;
  readonly streetId: number;
}

/** One address each of some streets, in an order that does not follow the map but is always the same. */
export async function sampleAddresses(
  db: SystemDatabase,
  version: string,
  limit: number,
): Promise<SampledAddress[]> {
  const { rows } = await sql<SampledAddress>`
    select distinct on (a.street_id) a.label, s.name as street, n.base, n.cell, a.street_id as "streetId"
    from (
      select street_id from map_house where version = ${version}
      group by street_id order by hashint4(street_id), street_id limit ${limit}
    ) chosen
    join map_house a on a.version = ${version} and a.street_id = chosen.street_id
    join map_street s on s.version = a.version and s.id = a.street_id
    join map_street_name n on n.version = a.version and n.street_id = a.street_id
    order by a.street_id, a.is_interpolated, a.label`.execute(db);
  return rows;
}
