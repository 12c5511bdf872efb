// Reads map regions: streets, house numbers, places and ZIP codes for the geocoder, and tiles of the base map.
import { sql } from 'kysely';
import type { AnyDatabase } from '../../db/branded-database.ts';
import { MAX_NUMBERS_APART } from '../../integrations/geocoder/locate-house.ts';
import type {
  IndexedHouse,
  IndexedPlace,
  IndexedStreet,
  MapRegion,
  NamedHouse,
  SearchArea,
  StreetLine,
  StreetRef,
} from '../../integrations/geocoder/street-index.ts';
import type { Point } from '../../integrations/geocoder/us-places.ts';
import type { OsmBounds } from '../../integrations/osm/osm-elements.ts';
import type { RoadRegion } from '../../integrations/router/road-index.ts';

export interface CurrentRegion extends MapRegion, RoadRegion {
  /** false if it was imported before there were tiles. */
  readonly hasTiles: boolean;
}

export async function listCurrentRegions(db: AnyDatabase): Promise<CurrentRegion[]> {
  const { rows } = await sql<CurrentRegion>`
    select v.id as version, v.roads,
      json_build_object('west', v.west, 'south', v.south, 'east', v.east, 'north', v.north) as bounds,
      coalesce((v.counts ->> 'tiles')::integer, 0) > 0 as "hasTiles"
    from map_region r join map_version v on v.id = r.current_version order by r.name`.execute(db);
  return rows;
}

const streetColumns = sql`n.version, n.street_id as "streetId", n.base, n.leading_direction as leading, n.type,
  n.trailing_direction as trailing, s.name, s.longitude, s.latitude,
  json_build_object('west', s.west, 'south', s.south, 'east', s.east, 'north', s.north) as bounds`;

export async function findStreetsNamed(
  db: AnyDatabase,
  { versions, cells }: SearchArea,
  bases: readonly string[],
): Promise<IndexedStreet[]> {
  const { rows } = await sql<IndexedStreet>`
    select distinct on (n.version, n.street_id, n.base, n.leading_direction, n.type, n.trailing_direction) ${streetColumns}
    from map_street_name n join map_street s on s.version = n.version and s.id = n.street_id
    where n.version = any(${[...versions]}::text[]) and n.base = any(${[...bases]}::text[])
      and n.cell = any(${[...cells]}::integer[])`.execute(db);
  return rows;
}

export async function findStreetsSpelledLike(
  db: AnyDatabase,
  { versions, cells }: SearchArea,
  deletionKeys: readonly number[],
): Promise<IndexedStreet[]> {
  const { rows } = await sql<IndexedStreet>`
    select distinct on (n.version, n.street_id, n.base, n.leading_direction, n.type, n.trailing_direction) ${streetColumns}
    from map_street_spelling p
    join map_street_name n on n.version = p.version and n.base = p.base and n.cell = any(${[...cells]}::integer[])
    join map_street s on s.version = n.version and s.id = n.street_id
    where p.version = any(${[...versions]}::text[]) and p.deletions && ${[...deletionKeys]}::integer[]`.execute(
    db,
  );
  return rows;
}

const houseColumns = sql`a.version, a.street_id as "streetId", a.number, a.label, a.at[0] as longitude, a.at[1] as latitude,
  a.postcode`;
export async function findHousesAround(
  db: AnyDatabase,
  streets: readonly StreetRef[],
  { number, label }: Pick<IndexedHouse, 'number' | 'label'>,
): Promise<IndexedHouse[]> {
  const ofStreet = sql`a.version = s.version and a.street_id = s.street_id`;
  const neighbours =
    number === null
      ? sql``
      : sql`
        union all (select ${houseColumns} from map_house a
          where ${ofStreet} and a.number between ${number - MAX_NUMBERS_APART} and ${number - 1}
            and (${number} - a.number) % 2 = 0 order by a.number desc limit 1)
        union all (select ${houseColumns} from map_house a
          where ${ofStreet} and a.number between ${number + 1} and ${number + MAX_NUMBERS_APART}
            and (a.number - ${number}) % 2 = 0 order by a.number limit 1)`;
  const { rows } = await sql<IndexedHouse>`
    select h.* from unnest(${streets.map(({ version }) => version)}::text[],
      ${streets.map(({ streetId }) => streetId)}::integer[]) as s (version, street_id)
    cross join lateral (
      (select ${houseColumns} from map_house a
        where ${ofStreet} and a.number is not distinct from ${number}::integer
          and (a.label = ${label} or a.number is not null)
        order by a.label = ${label} desc, a.label, a.at[0] limit 8)
      ${neighbours}
    ) h`.execute(db);
  return rows;
}

export async function findNumbersAtEnd(
  db: AnyDatabase,
  { version, streetId }: StreetRef,
  end: 'lowest' | 'highest',
  limit: number,
): Promise<number[]> {
  const order = end === 'lowest' ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ number: number }>`
    select distinct a.number from map_house a
    where a.version = ${version} and a.street_id = ${streetId} and a.number is not null
    order by a.number ${order} limit ${limit}`.execute(db);
  return rows.map(({ number }) => number);
}

interface LineRow extends StreetRef {
  readonly name: string;
  readonly line: Buffer;
}

const lineColumns = sql`p.version, p.street_id as "streetId", s.name, p.line`;

export async function findLinesOf(db: AnyDatabase, streets: readonly StreetRef[]): Promise<StreetLine[]> {
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from unnest(${streets.map(({ version }) => version)}::text[],
      ${streets.map(({ streetId }) => streetId)}::integer[]) as r (version, street_id)
    join map_street_part p on p.version = r.version and p.street_id = r.street_id
    join map_street s on s.version = p.version and s.id = p.street_id`.execute(db);
  return rows.map(decodeLine);
}

export async function findLinesWithin(
  db: AnyDatabase,
  versions: readonly string[],
  bounds: OsmBounds,
): Promise<StreetLine[]> {
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from map_street_part p join map_street s on s.version = p.version and s.id = p.street_id
    where p.version = any(${[...versions]}::text[]) and p.bounds && ${boxOf(bounds)}`.execute(db);
  return rows.map(decodeLine);
}

export async function findHousesWithin(
  db: AnyDatabase,
  versions: readonly string[],
  bounds: OsmBounds,
): Promise<NamedHouse[]> {
  const { rows } = await sql<NamedHouse>`
    select ${houseColumns}, s.name as street from map_house a join map_street s on s.version = a.version and s.id = a.street_id
    where a.version = any(${[...versions]}::text[]) and a.at <@ ${boxOf(bounds)}`.execute(db);
  return rows;
}

export async function findPlacesNamed(
  db: AnyDatabase,
  { versions, cells }: SearchArea,
  key: string,
): Promise<IndexedPlace[]> {
  const { rows } = await sql<IndexedPlace>`
    select p.name, p.kind, p.longitude, p.latitude from map_place p
    where p.version = any(${[...versions]}::text[]) and p.key = ${key} and p.cell = any(${[...cells]}::integer[])
    order by p.name, p.longitude, p.latitude`.execute(db);
  return rows;
}

export async function findPostcode(
  db: AnyDatabase,
  versions: readonly string[],
  postcode: string,
): Promise<Point | undefined> {
  const { rows } = await sql<Point>`
    select p.longitude, p.latitude from map_postcode p
    where p.version = any(${[...versions]}::text[]) and p.postcode = ${postcode} order by p.version limit 1`.execute(
    db,
  );
  return rows[0];
}

/** The versions that still exist, each with its tile, compressed; null if there is nothing to draw. */
export async function findTiles(
  db: AnyDatabase,
  versions: readonly string[],
  tile: number,
): Promise<{ readonly version: string; readonly data: Buffer | null }[]> {
  const { rows } = await sql<{ version: string; data: Buffer | null }>`
    select v.id as version, t.data from map_version v
    left join map_tile t on t.version = v.id and t.version = any(${[...versions]}::text[]) and t.tile = ${tile}::bigint
    where v.id = any(${[...versions]}::text[])`.execute(db);
  return rows;
}

function boxOf({ west, south, east, north }: OsmBounds) {
  return sql`box(point(${west}, ${south}), point(${east}, ${north}))`;
}

function decodeLine({ version, streetId, name, line }: LineRow): StreetLine {
  return {
    version,
    streetId,
    name,
    line: Int32Array.from({ length: line.length / 4 }, (_, index) => line.readInt32LE(index * 4)),
  };
}
