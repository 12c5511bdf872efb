// Map versions, for commands: rows in batches into the partitions of a version, the switch of a region, removal, and the
// list of regions.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { OsmBounds } from '../../../integrations/osm/osm-elements.ts';
import { mapsChannel } from '../maps-channel.ts';
import type { StoredTile } from '../tiles/tile-archive.ts';
import type { RoadFacts } from './road-admin-store.ts';

export interface NewVersion {
  readonly id: string;
  readonly region: string;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileSha256: string;
  readonly dataTime: Date | null;
  readonly bounds: OsmBounds;
  readonly startedAt: Date;
}

export type MapTable =
  | 'map_street'
  | 'map_street_name'
  | 'map_street_spelling'
  | 'map_street_part'
  | 'map_house'
  | 'map_place'
  | 'map_postcode';

/** The row and the partitions. Throws a lock timeout while another transaction reads the tables. */
export async function createVersion(db: SystemDatabase, version: NewVersion): Promise<void> {
  const { west, south, east, north } = version.bounds;
  await withShortLockTimeout(db, async (trx) => {
    await sql`
      insert into map_version (id, region, state, file_name, file_bytes, file_sha256, data_time, west, south, east, north,
        counts, started_at)
      values (${version.id}, ${version.region}, 'building', ${version.fileName}, ${version.fileBytes},
        ${version.fileSha256}, ${version.dataTime}, ${west}, ${south}, ${east}, ${north}, '{}', ${version.startedAt})
    `.execute(trx);
    await sql`select create_map_partitions(${version.id})`.execute(trx);
  });
}

/**
 * Creating and dropping partitions need exclusive locks. While such a statement waits, all lookups queue up behind it, so it
 * gives up after 500 ms: less than deadlock_timeout (1 s), so that PostgreSQL never chooses a lookup as the deadlock victim.
 */
async function withShortLockTimeout(
  db: SystemDatabase,
  work: (trx: SystemDatabase) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '500ms'`.execute(trx);
    await work(trx);
  });
}

/** Columns of the JSON rows, and how each becomes a column of the table. */
const insertions: Readonly<
  Record<MapTable, { readonly columns: string; readonly rows: string; readonly values: string }>
> = {
  map_street: {
    columns: 'id, name, longitude, latitude, west, south, east, north',
    rows: 'id int, name text, longitude float8, latitude float8, west float8, south float8, east float8, north float8',
    values: 'id, name, longitude, latitude, west, south, east, north',
  },
  map_street_name: {
    columns: 'base, cell, street_id, leading_direction, type, trailing_direction',
    rows: 'base text, cells int[], id int, "leading" text, type text, "trailing" text',
    values: 'base, unnest(cells), id, "leading", type, "trailing"',
  },
  map_street_spelling: {
    columns: 'base, deletions',
    rows: 'base text, deletions int[]',
    values: 'base, deletions',
  },
  map_street_part: {
    columns: 'street_id, bounds, line',
    rows: 'id int, west float8, south float8, east float8, north float8, line text',
    values: `id, box(point(west, south), point(east, north)), decode(line, 'base64')`,
  },
  map_house: {
    columns: 'street_id, number, label, at, postcode, is_interpolated',
    rows: 'id int, number int, label text, longitude float8, latitude float8, postcode text, interpolated boolean',
    values: 'id, number, label, point(longitude, latitude), postcode, interpolated',
  },
  map_place: {
    columns: 'key, cell, name, kind, longitude, latitude',
    rows: 'key text, cell int, name text, kind text, longitude float8, latitude float8',
    values: 'key, cell, name, kind, longitude, latitude',
  },
  map_postcode: {
    columns: 'postcode, longitude, latitude',
    rows: 'postcode text, longitude float8, latitude float8',
    values: 'postcode, longitude, latitude',
  },
};

/** Returns the number of rows in the table: a street name, for example, has a row for each cell. */
export async function insertRows(
  db: SystemDatabase,
  table: MapTable,
  version: string,
  rows: readonly object[],
): Promise<number> {
  const { columns, rows: shape, values } = insertions[table];
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (version, ${sql.raw(columns)})
    select ${version}, ${sql.raw(values)} from json_to_recordset(${JSON.stringify(rows)}::json) as r (${sql.raw(shape)})
  `.execute(db);
  return Number(numAffectedRows);
}

export async function insertTiles(
  db: SystemDatabase,
  version: string,
  tiles: readonly StoredTile[],
): Promise<void> {
  await sql`
    insert into map_tile (version, tile, data)
    select ${version}, tile, data from unnest(${tiles.map(({ key }) => key)}::bigint[],
      ${tiles.map(({ data }) => data)}::bytea[]) as t (tile, data)`.execute(db);
}

export async function analyzeVersion(db: SystemDatabase, version: string): Promise<void> {
  for (const table of [...Object.keys(insertions), 'map_tile'])
    await sql`select analyze_map_partition(${table}, ${version})`.execute(db);
}

/** Numbers of rows that an import wrote, by table. */
export type RowCounts = Readonly<Partial<Record<MapTable, number>>>;

/** Makes a complete version the current one of its region, in the caller's transaction. */
export async function switchVersion(
  trx: SystemDatabase,
  { id, region }: Pick<NewVersion, 'id' | 'region'>,
  counts: Readonly<Record<string, number>>,
  rows: RowCounts,
  now: Date,
): Promise<void> {
  await sql`
    update map_version set state = 'ready', counts = ${JSON.stringify({ ...counts, rows })}, imported_at = ${now} where id = ${id}
  `.execute(trx);
  await sql`
    insert into map_region (name, current_version, switched_at) values (${region}, ${id}, ${now})
    on conflict (name) do update set previous_version = map_region.current_version,
      current_version = excluded.current_version, switched_at = excluded.switched_at`.execute(trx);
  await notifyMapsChanged(trx);
}

/** Delivered to every process when the transaction commits. */
async function notifyMapsChanged(trx: SystemDatabase): Promise<void> {
  await sql`select pg_notify(${mapsChannel}, '')`.execute(trx);
}

/** false if there is no such region. Its versions become leftovers. */
export async function deleteRegion(trx: SystemDatabase, region: string): Promise<boolean> {
  const { rows } = await sql`delete from map_region where name = ${region} returning name`.execute(trx);
  await notifyMapsChanged(trx);
  return rows.length > 0;
}

/**
 * Versions that no region uses: replaced ones, and those of imports that did not finish. An import that runs holds the lock
 * of its region, so the caller must hold it too.
 */
export async function listUnusedVersions(db: SystemDatabase): Promise<{ id: string; region: string }[]> {
  const { rows } = await sql<{ id: string; region: string }>`
    select id, region from map_version v
    where not exists (select from map_region r where v.id in (r.current_version, r.previous_version))
    order by id`.execute(db);
  return rows;
}

/** Throws a lock timeout while another transaction reads the tables. */
export async function dropVersion(db: SystemDatabase, version: string): Promise<void> {
  await withShortLockTimeout(db, async (trx) => {
    await sql`select drop_map_version(${version})`.execute(trx);
  });
}

export interface RegionSummary {
  readonly name: string;
  readonly version: string;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileSha256: string;
  readonly dataTime: Date | null;
  readonly bounds: OsmBounds;
  readonly counts: Readonly<Record<string, number>>;
  readonly importedAt: Date;
  /** null if routes in the region are estimates. */
  readonly roads: RoadFacts | null;
  /** Size of the current and the previous version in the database. */
  readonly bytes: number;
}

export async function listRegionSummaries(db: SystemDatabase): Promise<RegionSummary[]> {
  const { rows } = await sql<RegionSummary>`
    select r.name, v.id as version, v.file_name as "fileName", v.file_bytes::float8 as "fileBytes",
      v.file_sha256 as "fileSha256", v.data_time as "dataTime",
      json_build_object('west', v.west, 'south', v.south, 'east', v.east, 'north', v.north) as bounds,
      v.counts::jsonb - 'rows' as counts, v.imported_at as "importedAt", v.roads,
      (map_version_bytes(v.id) + coalesce(map_version_bytes(r.previous_version), 0))::float8 as bytes
    from map_region r join map_version v on v.id = r.current_version order by r.name`.execute(db);
  return rows;
}
