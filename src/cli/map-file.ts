// Checks an OpenStreetMap file before it is imported: existence, size, format, disk space, country.
import { createHash } from 'node:crypto';
import { createReadStream, statfsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { usTimeZoneAt } from '../integrations/geocoder/time-zone.ts';
import type { OsmBounds, OsmHeader } from '../integrations/osm/osm-elements.ts';
import { readOsmHeader } from '../integrations/osm/osm-file.ts';
import { EXIT, ExitError } from '../lib/exit-error.ts';

export interface MapFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly header: OsmHeader;
}

const MEGABYTE = 1_000_000;
const MAX_BYTES = 300 * MEGABYTE;
/** Rows and indexes of one environment take up to six times the size of the file; the write-ahead log comes on top. */
const DATABASE_BYTES_PER_BYTE = 8;
/** Parts of map features and compressed tiles, in temporary files while tiles are built. */
const SCRATCH_BYTES_PER_BYTE = 16;
/** Tiles of the routing engine while they are built, and their archive. */
const ROAD_BYTES_PER_BYTE = 8;
const SPARE_BYTES = 64 * MEGABYTE;

export async function openMapFile(given: string): Promise<MapFile> {
  // The builder of roads runs in another folder.
  const path = resolve(given);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT'
        ? `There is no file ${given}.`
        : `The file ${given} cannot be read: ${error.message}`,
    );
  });
  if (!found.isFile()) throw new Error(`${given} is not a file. Name an extract that ends in .osm.pbf.`);
  const { size } = found;
  if (size > MAX_BYTES)
    throw new Error(
      `The file has ${Math.ceil(size / MEGABYTE)} MB; the limit is ${MAX_BYTES / MEGABYTE} MB. Use a smaller extract (one state, or a part of it: osmium extract), or set GEOCODER, ROUTER and MAP_TILE_URL to external services.`,
    );
  const header = await readOsmHeader(path);
  return { path, name: basename(path), bytes: size, sha256: await hashOf(path), header };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

interface DiskUse {
  readonly environments: readonly unknown[];
  readonly dataDir: string;
  /** Data directory of an embedded server; the disk of another server cannot be measured. */
  readonly embeddedIn: string | null;
  readonly scratchFolder: string;
}

/** Throws before anything is written. */
export function requireDiskSpace(
  { bytes }: MapFile,
  use: DiskUse,
  { hasRoads }: { hasRoads: boolean },
): void {
  const roads = hasRoads ? bytes * ROAD_BYTES_PER_BYTE : 0;
  const scratch = bytes * SCRATCH_BYTES_PER_BYTE;
  if (use.embeddedIn !== null) {
    const database = bytes * DATABASE_BYTES_PER_BYTE * use.environments.length;
    requireFreeSpace(use.embeddedIn, database + scratch + roads);
    return;
  }
  requireFreeSpace(use.scratchFolder, scratch, ' Set TMPDIR to a folder on a larger disk.');
  if (hasRoads) requireFreeSpace(use.dataDir, roads);
}

function requireFreeSpace(folder: string, bytes: number, remedy = ''): void {
  const { bavail, bsize } = statfsSync(folder);
  const [needed, free] = [bytes + SPARE_BYTES, bavail * bsize];
  if (free >= needed) return;
  const megabytes = (value: number) => Math.ceil(value / MEGABYTE);
  throw new ExitError(
    `The import needs about ${megabytes(needed)} MB of free disk space in ${folder}, but ${megabytes(free)} MB are free.${remedy}`,
    EXIT.unavailable,
  );
}

const SAMPLES_PER_SIDE = 5;

/** Stops must be in the United States, so a map of another country would never be used. */
export async function requireInUnitedStates({ west, south, east, north }: OsmBounds): Promise<void> {
  for (let row = 0; row < SAMPLES_PER_SIDE; row += 1)
    for (let column = 0; column < SAMPLES_PER_SIDE; column += 1) {
      const longitude = west + ((column + 0.5) / SAMPLES_PER_SIDE) * (east - west);
      const latitude = south + ((row + 0.5) / SAMPLES_PER_SIDE) * (north - south);
      if ((await usTimeZoneAt(longitude, latitude)) !== undefined) return;
    }
  throw new Error(
    `The extract lies outside the United States (longitude ${west} to ${east}, latitude ${south} to ${north}). Import an extract of the area where you deliver.`,
  );
}

/** Region name from a file name: "maryland-latest.osm.pbf" is maryland. Throws if no character of it can be used. */
export function regionNameOf(file: string): string {
  const name = basename(file)
    .toLowerCase()
    .replace(/(?:\.osm)?\.pbf$/, '')
    .replace(/-(?:latest|\d{6})$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  if (name === '') throw new Error('The file name gives no name for the region. Choose one with --name.');
  return name;
}
