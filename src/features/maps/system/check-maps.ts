// `waybill maps check`: counts every region, looks up some of its addresses, decodes all of its tiles, verifies its roads, and
// removes leftovers of interrupted imports.
import { houseNumber } from '../../../integrations/osm/address-tags.ts';
import type { AdminContext } from '../../accounts/system/admin-context.ts';
import { findHousesAround, findStreetsNamed } from '../map-store.ts';
import { isReadableTile } from '../tiles/merge-tiles.ts';
import { tileOfKey } from '../tiles/tile-grid.ts';
import { removeUnused } from './import-map.ts';
import {
  listRegionSummaries,
  listUnusedVersions,
  type MapTable,
  type RegionSummary,
  type RowCounts,
} from './map-admin-store.ts';
import {
  countRows,
  listTilesAfter,
  readRowCounts,
  type SampledAddress,
  sampleAddresses,
} from './map-check-store.ts';
import type { RoadFacts } from './road-admin-store.ts';
import { roadsFault } from './save-roads.ts';

const SAMPLE = 25;
const TILES_AT_ONCE = 500;
/** Damaged tiles that a message names. */
const MAX_NAMES = 5;

export interface RegionCheck {
  readonly region: string;
  readonly addresses: number;
  readonly lookups: number;
  /** null if routes in the region are estimates. */
  readonly roads: RoadFacts | null;
  readonly tiles: number;
  /** Sentences; empty if the region is intact. */
  readonly faults: readonly string[];
}

export async function checkRegions({ system }: AdminContext): Promise<RegionCheck[]> {
  const checks: RegionCheck[] = [];
  for (const region of await listRegionSummaries(system)) checks.push(await checkRegion(system, region));
  return checks;
}

async function checkRegion(
  system: AdminContext['system'],
  { name, version, counts, roads }: RegionSummary,
): Promise<RegionCheck> {
  const addresses = await countRows(system, 'map_house', version);
  const sample = await sampleAddresses(system, version, SAMPLE);
  const faults = await rowFaults(system, version, counts);
  if (addresses > 0 && sample.length === 0)
    faults.push(`None of the ${addresses} addresses can be looked up. Import the region again.`);
  for (const address of sample)
    if (!(await isFound(system, version, address)))
      faults.push(`${address.label} ${address.street} is not found. Import the region again.`);
  const tiles = await countRows(system, 'map_tile', version);
  faults.push(...(await tileFaults(system, version, tiles, counts['tiles'])));
  const roadFault = roads && (await roadsFault(system, version, roads));
  if (roadFault) faults.push(roadFault);
  return { region: name, addresses, lookups: sample.length, tiles, roads, faults };
}

const KINDS_OF_ROWS: Readonly<Record<MapTable, string>> = {
  map_street: 'streets',
  map_street_name: 'street names',
  map_street_spelling: 'street spellings',
  map_street_part: 'street lines',
  map_house: 'addresses',
  map_place: 'place names',
  map_postcode: 'ZIP codes',
};

/** What a table has a row for, or several; none is a fault only if the import found some. */
const COUNTED_AS: Readonly<Partial<Record<MapTable, string>>> = {
  map_street_name: 'streets',
  map_street_spelling: 'streets',
  map_place: 'places',
};

/** Compares each table with what the import wrote. */
async function rowFaults(
  system: AdminContext['system'],
  version: string,
  counts: RegionSummary['counts'],
): Promise<string[]> {
  const written: RowCounts = {
    map_street: counts['streets'] ?? 0,
    map_house: counts['addresses'] ?? 0,
    map_postcode: counts['postcodes'] ?? 0,
    ...(await readRowCounts(system, version)),
  };
  const faults: string[] = [];
  for (const [table, kind] of Object.entries(KINDS_OF_ROWS) as [MapTable, string][]) {
    const rows = await countRows(system, table, version);
    const imported = written[table];
    const source = COUNTED_AS[table] ?? '';
    if (imported !== undefined && rows !== imported)
      faults.push(`The region has ${rows} ${kind}; ${imported} were imported. Import it again.`);
    else if (imported === undefined && rows === 0 && (counts[source] ?? 0) > 0)
      faults.push(
        `The region has 0 ${kind}, but ${counts[source]} ${source} were imported. Import it again.`,
      );
  }
  return faults;
}

async function tileFaults(
  system: AdminContext['system'],
  version: string,
  tiles: number,
  imported: number | undefined,
): Promise<string[]> {
  if (imported === undefined)
    return ['The region was imported before there were map tiles. Import it again to show its streets.'];
  if (tiles !== imported)
    return [`The region has ${tiles} map tiles; ${imported} were imported. Import it again.`];
  const damaged = await damagedTiles(system, version);
  const names = damaged.slice(0, MAX_NAMES).map((key) => {
    const { z, x, y } = tileOfKey(key);
    return `${z}/${x}/${y}`;
  });
  const more = damaged.length > MAX_NAMES ? ' and others' : '';
  return damaged.length === 0
    ? []
    : [
        `${damaged.length} of ${tiles} map tiles are damaged (${names.join(', ')}${more}). Import the region again.`,
      ];
}

/** Keys of the tiles that cannot be decoded. */
async function damagedTiles(system: AdminContext['system'], version: string): Promise<number[]> {
  const damaged: number[] = [];
  for (let last = -1; ; ) {
    const some = await listTilesAfter(system, version, last, TILES_AT_ONCE);
    damaged.push(...some.filter(({ data }) => !isReadableTile(data)).map(({ key }) => key));
    const [end] = some.slice(-1);
    if (!end) return damaged;
    last = end.key;
  }
}

async function isFound(
  system: AdminContext['system'],
  version: string,
  { base, cell, streetId, label }: SampledAddress,
): Promise<boolean> {
  const streets = await findStreetsNamed(system, { versions: [version], cells: [cell] }, [base]);
  const street = streets.find((each) => each.streetId === streetId);
  if (!street) return false;
  const houses = await findHousesAround(system, [street], { number: houseNumber(label), label });
  return houses.some((house) => house.label === label);
}

/** Removes leftovers of the regions whose lock the caller can take. Returns the removed versions. */
export async function removeLeftovers(
  admin: AdminContext,
  withLock: (region: string, work: () => Promise<string[]>) => Promise<string[]>,
): Promise<string[]> {
  const unused = await listUnusedVersions(admin.system);
  const removed: string[] = [];
  for (const region of new Set(unused.map((version) => version.region)))
    removed.push(...(await withLock(region, () => removeUnused(admin, region))));
  return removed;
}
