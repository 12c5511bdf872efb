// `waybill maps check`: counts every region, looks up some of its addresses, decodes some of its tiles, and removes leftovers of interrupted imports.
import { houseNumber } from '../../../integrations/osm/address-tags.ts';
import type { AdminContext } from '../../accounts/system/admin-context.ts';
import { findHousesAround, findStreetsNamed } from '../map-store.ts';
import { isReadableTile } from '../tiles/merge-tiles.ts';
import { removeUnused } from './import-map.ts';
import {
  countAddresses,
  countTiles,
  listRegions,
  listUnusedVersions,
  type SampledAddress,
  type StoredRegion,
  sampleAddresses,
  sampleTiles,
} from './map-admin-store.ts';
import { roadsFault } from './save-roads.ts';

const SAMPLE = 25;

export interface RegionCheck {
  readonly region: string;
  readonly addresses: number;
  readonly lookups: number;
  /** Whether routes in the region follow roads. */
  readonly roads: boolean;
  readonly tiles: number;
  /** Sentences; empty if the region is intact. */
  readonly faults: readonly string[];
}

export async function checkRegions({ system }: AdminContext): Promise<RegionCheck[]> {
  const checks: RegionCheck[] = [];
  for (const region of await listRegions(system)) checks.push(await checkRegion(system, region));
  return checks;
}

async function checkRegion(
  system: AdminContext['system'],
  { name, version, counts, roads }: StoredRegion,
): Promise<RegionCheck> {
  const addresses = await countAddresses(system, version);
  const sample = await sampleAddresses(system, version, SAMPLE);
  const faults =
    addresses === counts['addresses']
      ? []
      : [`The region has ${addresses} addresses; ${counts['addresses']} were imported. Import it again.`];
  for (const address of sample)
    if (!(await isFound(system, version, address)))
      faults.push(`${address.number} ${address.street} is not found. Import the region again.`);
  const tiles = await countTiles(system, version);
  faults.push(...(await tileFaults(system, version, tiles, counts['tiles'])));
  const roadFault = roads && (await roadsFault(system, version, roads));
  if (roadFault) faults.push(roadFault);
  return { region: name, addresses, lookups: sample.length, tiles, roads: roads !== null, faults };
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
  const sample = await sampleTiles(system, version, SAMPLE);
  const damaged = sample.filter((tile) => !isReadableTile(tile)).length;
  return damaged === 0
    ? []
    : [`${damaged} of ${sample.length} map tiles are damaged. Import the region again.`];
}

async function isFound(
  system: AdminContext['system'],
  version: string,
  { base, cell, streetId, number }: SampledAddress,
): Promise<boolean> {
  const streets = await findStreetsNamed(system, { versions: [version], cells: [cell] }, [base]);
  const street = streets.find((each) => each.streetId === streetId);
  if (!street) return false;
  const houses = await findHousesAround(system, [street], { number: houseNumber(number), label: number });
  return houses.some(({ label }) => label === number);
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
