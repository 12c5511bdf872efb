// waybill maps import | list | remove | check | engine
import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { EnvironmentName } from '../config/environment-name.ts';
import { trySessionLock } from '../db/session-lock.ts';
import { placeArchive, removeOldArchives } from '../features/maps/roads/road-files.ts';
import { checkRegions, removeLeftovers } from '../features/maps/system/check-maps.ts';
import {
  countsOf,
  type ImportedData,
  importMap,
  regionLock,
  removeMap,
} from '../features/maps/system/import-map.ts';
import {
  listRegionSummaries,
  type NewVersion,
  type RegionSummary,
} from '../features/maps/system/map-admin-store.ts';
import { roadFactsOf } from '../features/maps/system/road-admin-store.ts';
import { buildTiles } from '../features/maps/tiles/build-tiles.ts';
import type { TileArchive } from '../features/maps/tiles/tile-archive.ts';
import type { AddressMap } from '../integrations/osm/address-map.ts';
import { readAddressMap } from '../integrations/osm/read-address-map.ts';
import { removeScratchFiles } from '../lib/scratch-file.ts';
import { jsonOption } from './admin-session.ts';
import { addEngineCommands } from './engine-commands.ts';
import { ImportProgress, type ProgressUpdate } from './import-progress.ts';
import { planRoads, type RoadsPlan, removeOldBuilds, withRoads } from './import-roads.ts';
import {
  type MapFile,
  openMapFile,
  regionNameOf,
  requireDiskSpace,
  requireInUnitedStates,
} from './map-file.ts';
import { type MapsSession, withMaps, withRegionLocks } from './maps-session.ts';
import { printJson, printTable } from './print.ts';
import { ReportedError } from './reported-error.ts';

const ATTRIBUTION = '© OpenStreetMap contributors';
const MEGABYTE = 1_000_000;

interface MapsOptions {
  readonly environment?: EnvironmentName;
  readonly json?: boolean;
}

interface ImportOptions extends MapsOptions {
  readonly name?: string;
}

const environmentsOption = () =>
  new Option('-e, --environment <name>', 'environment to work on (default: all)').choices([
    'production',
    'sandbox',
  ]);

export function addMapsCommands(program: Command): void {
  const maps = program
    .command('maps')
    .description('Manage map regions: street addresses, roads and the base map, from OpenStreetMap extracts');
  maps
    .command('import')
    .description('Import a region, or replace it; the server may keep running')
    .argument('<file>', 'OpenStreetMap extract in PBF format (.osm.pbf), at most 300 MB')
    .option('--name <name>', 'name of the region (default: from the file name)', parseName)
    .addOption(environmentsOption())
    .addOption(jsonOption())
    .action(importCommand);
  maps
    .command('list')
    .description('List the regions')
    .addOption(environmentsOption())
    .addOption(jsonOption())
    .action(listCommand);
  maps
    .command('remove')
    .description(
      'Remove a region: its addresses resolve to ZIP codes, its routes are estimates, maps show no streets',
    )
    .argument('<name>', 'name of the region')
    .addOption(environmentsOption())
    .addOption(jsonOption())
    .action(removeCommand);
  maps
    .command('check')
    .description(
      'Check all regions: compare their tables with the import, look up some addresses, decode all tiles, verify the roads; remove leftovers of interrupted imports',
    )
    .addOption(environmentsOption())
    .addOption(jsonOption())
    .action(checkCommand);
  addEngineCommands(maps);
}

function parseName(value: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(value))
    throw new InvalidArgumentError('Use 1 to 40 lower-case letters, digits and hyphens.');
  return value;
}

async function importCommand(path: string, { name, environment, json }: ImportOptions): Promise<void> {
  const region = name ?? regionNameOf(path);
  const file = await openMapFile(path);
  const progress = new ImportProgress();
  const imported = await withMaps(environment, async (session) => {
    removeScratchFiles(session.scratchFolder);
    const roadsPlan = await planRoads(session.dataDir);
    requireDiskSpace(file, session, { hasRoads: roadsPlan.engine !== null });
    return withRegionLocks(session, region, (lost) =>
      importFile(session, file, region, { lost, progress, roadsPlan }),
    ).finally(() => progress.end());
  });
  const { counts, roads, roadsMissing } = imported;
  if (json) return printJson({ region, ...counts, roads });
  console.log(
    `Imported ${region}: ${counts.addresses} addresses, ${counts.streets} streets, ${counts.places} places, ${counts.tiles} map tiles. ${ATTRIBUTION}.`,
  );
  if (roadsMissing !== null) console.log(roadsMissing);
}

const MAX_STATED_DEGREES = 60;

interface Running {
  readonly lost: AbortSignal;
  readonly progress: ImportProgress;
  readonly roadsPlan: RoadsPlan;
}

async function importFile(session: MapsSession, file: MapFile, region: string, running: Running) {
  const { lost, progress } = running;
  const { bounds } = file.header;
  // Early, unless a box is so large that the data may be anywhere in it.
  if (bounds && bounds.east - bounds.west <= MAX_STATED_DEGREES) await requireInUnitedStates(bounds);
  const startedAt = new Date();
  // Before the addresses: these stay in memory until they are written.
  const tiles = await buildTiles({
    source: file.path,
    folder: session.scratchFolder,
    signal: lost,
    onProgress: (update) =>
      update.phase === 'reading'
        ? progress.show(readingProgress('Reading the map', update.bytes, file))
        : progress.show({ phase: 'Drawing map tiles', share: update.share }),
  });
  try {
    const map = await readAddresses(file, running);
    await requireInUnitedStates(map.bounds);
    requireContent(map, tiles);
    const version = {
      id: `${startedAt.toISOString().slice(0, 19).replace(/\D/g, '')}-${randomBytes(3).toString('hex')}`,
      region,
      fileName: file.name,
      fileBytes: file.bytes,
      fileSha256: file.sha256,
      dataTime: file.header.dataTime,
      bounds: map.bounds,
      startedAt,
    };
    const phase = { plan: running.roadsPlan, dataDir: session.dataDir, file, signal: lost, progress };
    return await withRoads(phase, async ({ archive: roads, roadsMissing }) => {
      await writeRegion(session, version, { map, tiles, roads }, running);
      return { counts: countsOf({ map, tiles }), roads: roads && roadFactsOf(roads), roadsMissing };
    });
  } finally {
    tiles.close();
  }
}

function requireContent(map: AddressMap, tiles: TileArchive): void {
  const { streets, addresses, places, tiles: drawn } = countsOf({ map, tiles });
  if (streets + addresses + places + drawn === 0)
    throw new Error(
      'The file contains no map data: no streets, addresses, places or areas. Download another extract.',
    );
}

function readingProgress(phase: string, bytes: number, file: MapFile): ProgressUpdate {
  const megabytes = (value: number) => (value / MEGABYTE).toFixed(1);
  const share = bytes / (2 * file.bytes);
  return { phase, share, details: `${megabytes(bytes)} of ${megabytes(2 * file.bytes)} MB` };
}

function readAddresses(file: MapFile, { lost, progress }: Running): Promise<AddressMap> {
  return readAddressMap(file.path, {
    signal: lost,
    onProgress: ({ bytes, nodes }) =>
      progress.show({
        ...readingProgress('Reading addresses', bytes, file),
        ...(nodes > 0 && { details: `${nodes} nodes` }),
      }),
    onAssigning: () => progress.show({ phase: 'Assigning addresses to streets', share: 0 }),
  });
}

/** To one environment after the other; each switches by itself. */
async function writeRegion(
  session: MapsSession,
  version: NewVersion,
  data: ImportedData,
  { lost, progress }: Running,
): Promise<void> {
  for (const admin of session.environments) {
    const show = (phase: string) => (share: number) =>
      progress.show({ phase: `${phase} to ${admin.environment}`, share });
    if (data.roads) await placeArchive(session.dataDir, admin.environment, version.id, data.roads.path);
    await importMap(admin, session.actor, version, data, {
      signal: lost,
      onProgress: show('Writing'),
      onRoadsProgress: show('Writing roads'),
    });
  }
  await removeOldArchives(session.dataDir, session.environments);
}

async function listCommand({ environment, json }: MapsOptions): Promise<void> {
  const regions = await withMaps(environment, async ({ environments }) => {
    const all = await Promise.all(
      environments.map(async ({ environment: name, system }) =>
        (await listRegionSummaries(system)).map((region) => ({ environment: name, ...region })),
      ),
    );
    return all.flat();
  });
  if (json) return printJson({ data: regions, attribution: ATTRIBUTION });
  const headings = [
    'environment',
    'name',
    'data of',
    'imported',
    'addresses',
    'streets',
    'places',
    'roads',
    'tiles',
    'file',
    'database',
  ];
  printTable(headings, regions.map(rowOf));
  if (regions.length > 0) console.log(`Map data ${ATTRIBUTION}, ODbL.`);
}

function rowOf({ environment, ...region }: RegionSummary & { environment: string }): string[] {
  const { name, dataTime, importedAt, counts, fileName, bytes, roads } = region;
  const count = (kind: string) => String(counts[kind] ?? 0);
  return [
    environment,
    name,
    dataTime?.toISOString().slice(0, 10) ?? '-',
    importedAt.toISOString().slice(0, 16),
    count('addresses'),
    count('streets'),
    count('places'),
    roads === null ? 'no' : 'yes',
    count('tiles'),
    fileName,
    `${(bytes / MEGABYTE).toFixed(1)} MB`,
  ];
}

async function removeCommand(name: string, { environment, json }: MapsOptions): Promise<void> {
  const removedFrom = await withMaps(environment, (session) =>
    withRegionLocks(session, name, async () => {
      const names: EnvironmentName[] = [];
      for (const admin of session.environments) {
        if (await removeMap(admin, session.actor, name)) names.push(admin.environment);
      }
      if (names.length === 0)
        throw new Error(`There is no map region "${name}". "waybill maps list" shows the regions.`);
      await removeOldArchives(session.dataDir, session.environments);
      return names;
    }),
  );
  if (json) return printJson({ removed: name, environments: removedFrom });
  console.log(`Removed ${name} from ${removedFrom.join(' and ')}.`);
}

async function checkCommand({ environment, json }: MapsOptions): Promise<void> {
  const results = await withMaps(environment, async ({ environments, dataDir, scratchFolder }) => {
    removeScratchFiles(scratchFolder);
    await removeOldBuilds(dataDir);
    await removeOldArchives(dataDir, environments);
    const all = [];
    for (const admin of environments) {
      const removed = await removeLeftovers(admin, async (region, work) => {
        const lock = await trySessionLock(admin.connection, regionLock(region));
        // Held by an import that is running: its version is not a leftover.
        if (!lock) return [];
        try {
          return await work();
        } finally {
          await lock.release();
        }
      });
      all.push({ environment: admin.environment, removed, regions: await checkRegions(admin) });
    }
    return all;
  });
  if (json) printJson({ data: results });
  else
    for (const { environment: name, removed, regions } of results) {
      if (removed.length > 0)
        console.log(`${name}: removed ${removed.length} leftovers of interrupted imports.`);
      for (const { region, addresses, lookups, tiles, roads, faults } of regions)
        console.log(
          `${name}: ${region}: ${faults.length === 0 ? 'intact' : 'damaged'}: ${addresses} addresses, ${lookups} looked up, ${tiles} map tiles, ${roads ? 'with roads' : 'routes are estimates'}.${faults.map((fault) => `\n  ${fault}`).join('')}`,
        );
      if (regions.length === 0) console.log(`${name}: no regions.`);
    }
  if (results.some(({ regions }) => regions.some(({ faults }) => faults.length > 0)))
    throw new ReportedError();
}
