// `npm run bench -- geocoder --file region.osm.pbf`: imports an extract and measures geocoding with its own addresses, in
// several spellings, with typing mistakes, with numbers that were held out, and on streets that do not exist. Exits
// with 1 unless every floor is met.
import { basename } from 'node:path';
import { openInstallation } from '../src/cli/installation.ts';
import { readConfig } from '../src/config.ts';
import { createDatabase } from '../src/db/database.ts';
import { createPool } from '../src/db/pool.ts';
import { createSystemDatabase } from '../src/db/system-database.ts';
import { createMapIndex } from '../src/features/maps/map-index.ts';
import { MapRegions } from '../src/features/maps/map-regions.ts';
import { importMap } from '../src/features/maps/system/import-map.ts';
import { listRegionSummaries } from '../src/features/maps/system/map-admin-store.ts';
import { TileArchive } from '../src/features/maps/tiles/tile-archive.ts';
import type { Geocoder } from '../src/integrations/geocoder/geocoder.ts';
import { createMapGeocoder } from '../src/integrations/geocoder/map-geocoder.ts';
import { kmBetween } from '../src/integrations/geocoder/place-search.ts';
import type { StreetIndex } from '../src/integrations/geocoder/street-index.ts';
import { loadUsPlaces, type Point } from '../src/integrations/geocoder/us-places.ts';
import type { AddressMap } from '../src/integrations/osm/address-map.ts';
import { readOsmHeader } from '../src/integrations/osm/osm-file.ts';
import { readAddressMap } from '../src/integrations/osm/read-address-map.ts';
import { systemClock } from '../src/lib/clock.ts';
import { randomIds } from '../src/lib/ids.ts';
import { createLogger } from '../src/lib/logger.ts';
import { randomFrom } from '../test/support/seed.ts';
import { temporaryFolder } from '../test/support/server-process.ts';
import {
  inventedAddresses,
  type KnownAddress,
  knownAddresses,
  SPELLINGS,
  withTypo,
} from './support/address-spellings.ts';
import { openDatabase } from './support/database.ts';
import { type Measure, printMeasures } from './support/measures.ts';
import { processTreeMicros } from './support/processor-time.ts';
import { percentile } from './support/statistics.ts';

const MAX_ADDRESSES = 2_000;
const NEAR_KM = 0.1;

export async function measureGeocoder(path: string): Promise<boolean> {
  const folder = temporaryFolder();
  const log = createLogger('error', { write: () => {} }, []);
  const config = readConfig({ DATA_DIR: folder.path, ENVIRONMENT: 'production' });
  const installation = await openInstallation(config, log, { creates: true });
  const connection = installation.connectionTo('production');
  const open = (role: 'waybill_system' | 'waybill_app') =>
    createPool(connection, { role, max: 1, onError: () => {} });
  const pools = { system: open('waybill_system'), app: open('waybill_app') };
  const system = createSystemDatabase(pools.system);
  const postmaster = await openDatabase(connection, (database) => database.postmasterPid());
  const cpuSeconds = () => {
    const { user, system: kernel } = process.cpuUsage();
    return (user + kernel + (postmaster === null ? 0 : (processTreeMicros(postmaster) ?? 0))) / 1e6;
  };
  try {
    const began = cpuSeconds();
    const header = await readOsmHeader(path);
    const map = await readAddressMap(path);
    const admin = { system, clock: systemClock, ids: randomIds, environment: 'production' as const };
    const actor = { kind: 'command', id: 'bench', requestId: 'bench' } as const;
    const version = {
      id: '20000101000000-000000',
      region: 'bench',
      fileName: basename(path),
      fileBytes: 0,
      fileSha256: '',
      dataTime: header.dataTime,
      bounds: header.bounds ?? map.bounds,
      startedAt: new Date(),
    };
    const tiles = new TileArchive(folder.path);
    const options = { signal: new AbortController().signal, onProgress() {} };
    await importMap(admin, actor, version, { map, tiles, roads: null }, options);
    tiles.close();
    const seconds = cpuSeconds() - began;
    const memory = process.resourceUsage().maxRSS / 1_000;
    const [region] = await listRegionSummaries(system);
    const index = createMapIndex(
      new MapRegions(createDatabase(pools.app), { listening: true, on() {}, onLost() {} }),
    );
    const measures: Measure[] = [
      { name: 'import, processor time', value: seconds, unit: 's' },
      { name: 'import, resident memory', value: memory, unit: 'MB' },
      { name: 'size in the database', value: (region?.bytes ?? 0) / 1e6, unit: 'MB' },
      ...(await measureLookups(map, index)),
    ];
    const { addresses, streets, places } = map;
    const title = `${basename(path)}: ${addresses.length} addresses, ${streets.length} streets, ${places.length} places`;
    return printMeasures(title, measures);
  } finally {
    await Promise.all([pools.system.end(), pools.app.end()]);
    await installation.close();
    folder.remove();
  }
}

async function measureLookups(map: AddressMap, index: StreetIndex): Promise<Measure[]> {
  const places = await loadUsPlaces();
  const known = knownAddresses(map, places, MAX_ADDRESSES);
  const times: number[] = [];
  const geocoder = timed(createMapGeocoder(index), times);
  const measures: Measure[] = [];
  const share = async (
    name: string,
    texts: readonly (Point & { text: string })[],
    goals: Partial<Measure>,
  ) => {
    const hits = await count(texts, async ({ text, ...at }) => isNear(await pointOf(geocoder, text), at));
    measures.push({
      name: `${name} (${texts.length})`,
      value: (100 * hits) / texts.length,
      unit: '%',
      ...goals,
    });
  };
  for (const [name, spell] of Object.entries(SPELLINGS))
    await share(name, written(known, spell), name === 'no direction' ? {} : { floor: 98, aim: 99.3 });
  const random = randomFrom('geocoder');
  await share(
    'typing mistake',
    written(known, (address) => {
      const street = withTypo(address.street, random);
      return street && SPELLINGS['as mapped']?.({ ...address, street });
    }),
    { floor: 95, aim: 98.5 },
  );
  const invented = inventedAddresses(map, known, random);
  const falseMatches = await count(invented, async (text) => {
    const outcome = await geocoder.forward(text);
    return outcome.kind === 'found' && ['street_address', 'route'].includes(outcome.place.locationType);
  });
  measures.push({
    name: `false matches (${invented.length})`,
    value: (100 * falseMatches) / Math.max(1, invented.length),
    unit: '%',
    floor: 1,
    aim: 0.2,
    isCost: true,
  });
  const errors = await heldOut(known, index);
  measures.push(
    { name: `held-out numbers, p50 (${errors.length})`, value: percentile(errors, 0.5), unit: 'm' },
    {
      name: 'held-out numbers, p90',
      value: percentile(errors, 0.9),
      unit: 'm',
      floor: 25,
      aim: 10,
      isCost: true,
    },
    { name: 'lookup, p50', value: percentile(times, 0.5), unit: 'ms' },
    { name: 'lookup, p95', value: percentile(times, 0.95), unit: 'ms', floor: 20, aim: 7, isCost: true },
  );
  return measures;
}

/** Error in metres of numbers that are interpolated because their own row is hidden. */
async function heldOut(known: readonly KnownAddress[], index: StreetIndex): Promise<number[]> {
  let hidden = '';
  const geocoder = createMapGeocoder({
    ...index,
    housesAround: async (streets, house) =>
      (await index.housesAround(streets, house)).filter(({ label }) => label !== hidden),
  });
  const errors: number[] = [];
  for (const address of known) {
    hidden = address.label;
    const text = SPELLINGS['as mapped']?.(address) ?? '';
    const outcome = await geocoder.forward(text);
    if (outcome.kind === 'found' && outcome.place.locationType === 'street_address')
      errors.push(kmBetween(outcome.place, address) * 1_000);
  }
  return errors;
}

function written(known: readonly KnownAddress[], spell: (address: KnownAddress) => string | undefined) {
  return known.flatMap((address) => {
    const text = spell(address);
    return text === undefined ? [] : [{ text, longitude: address.longitude, latitude: address.latitude }];
  });
}

function timed(geocoder: Geocoder, times: number[]): Geocoder {
  return {
    ...geocoder,
    forward: async (address) => {
      const began = performance.now();
      const outcome = await geocoder.forward(address);
      times.push(performance.now() - began);
      return outcome;
    },
  };
}

async function pointOf(geocoder: Geocoder, text: string): Promise<Point | undefined> {
  const outcome = await geocoder.forward(text);
  return outcome.kind === 'found' ? outcome.place : undefined;
}

function isNear(point: Point | undefined, to: Point): boolean {
  return point !== undefined && kmBetween(point, to) <= NEAR_KM;
}

async function count<Item>(items: readonly Item[], holds: (item: Item) => Promise<boolean>): Promise<number> {
  let found = 0;
  for (const item of items) if (await holds(item)) found += 1;
  return found;
}
