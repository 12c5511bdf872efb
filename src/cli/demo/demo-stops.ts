// Addresses of the demo: around New York, or real addresses of an imported map region, so that its maps show streets.
import type { SystemDatabase } from '../../db/system-database.ts';
import { createMapIndex } from '../../features/maps/map-index.ts';
import { listCurrentRegions } from '../../features/maps/map-store.ts';
import { listRegionSummaries } from '../../features/maps/system/map-admin-store.ts';
import { listSampleHouses, type SampleHouse } from '../../features/maps/system/map-check-store.ts';
import type { Geocoder } from '../../integrations/geocoder/geocoder.ts';
import { createMapGeocoder } from '../../integrations/geocoder/map-geocoder.ts';
import { loadUsPlaces } from '../../integrations/geocoder/us-places.ts';
import { classifyPoint } from '../../integrations/geocoder/us-points.ts';
import { demoDropoffs, demoPickups } from './demo-data.ts';

export interface DemoStops {
  readonly pickups: readonly string[];
  readonly dropoffs: readonly string[];
  /** The region that the addresses are from; null: New York. */
  readonly region: string | null;
}

export const newYorkStops: DemoStops = { pickups: demoPickups, dropoffs: demoDropoffs, region: null };

const PICKUPS = 4;
const DROPOFFS = 24;
/** Fewer addresses repeat too often. */
const LEAST = 6;
const CANDIDATES = 150;

/** Of the named region, of the only region, or around New York. */
export async function chooseDemoStops(system: SystemDatabase, name: string | undefined): Promise<DemoStops> {
  const regions = await listRegionSummaries(system);
  const named = regions.find((region) => region.name === name);
  if (name !== undefined && !named)
    throw new Error(`There is no map region "${name}". "waybill maps list" shows the regions.`);
  const region = named ?? (regions.length === 1 ? regions[0] : undefined);
  if (!region) return newYorkStops;
  const addresses = await addressesOf(system, region.version);
  if (addresses.length >= LEAST)
    return {
      pickups: addresses.slice(0, PICKUPS),
      dropoffs: addresses.slice(PICKUPS),
      region: region.name,
    };
  if (named)
    throw new Error(
      `The map region "${name}" has ${addresses.length} usable addresses; the demo needs ${LEAST}. Choose another region.`,
    );
  return newYorkStops;
}

/** Addresses that the geocoder finds as they are written. */
async function addressesOf(system: SystemDatabase, version: string): Promise<string[]> {
  const index = createMapIndex({ db: system, current: () => listCurrentRegions(system) });
  const geocoder = createMapGeocoder(index);
  const found: string[] = [];
  for (const house of await listSampleHouses(system, version, CANDIDATES)) {
    if (found.length === PICKUPS + DROPOFFS) break;
    const address = await writeAddress(house);
    if (address !== undefined && (await isStreetAddress(geocoder, address))) found.push(address);
  }
  return found;
}

async function writeAddress({ label, street, postcode, longitude, latitude }: SampleHouse) {
  const places = await loadUsPlaces();
  const area = postcode === null ? undefined : places.zips.get(postcode);
  if (area) return `${label} ${street}, ${area.name}, ${area.state} ${area.zip}`;
  const point = await classifyPoint(places, longitude, latitude);
  return point.kind === 'inside'
    ? `${label} ${street}, ${point.nearest.name}, ${point.nearest.state}`
    : undefined;
}

async function isStreetAddress(geocoder: Geocoder, address: string): Promise<boolean> {
  const outcome = await geocoder.forward(address);
  return outcome.kind === 'found' && outcome.place.locationType === 'street_address';
}
