// Archives of road tiles on this host: DATA_DIR/maps/roads/<environment>/<version>.tar, a copy of what is in the database. The
// routing engine maps the file into memory. An import puts it there itself; other hosts copy it on first use.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { EnvironmentName } from '../../../config/environment-name.ts';
import type { AnyDatabase } from '../../../db/branded-database.ts';
import { draftName, isDraft, removeAbandonedDrafts } from '../../../integrations/process-drafts.ts';
import type { RoadIndex, StoredRoads } from '../../../integrations/router/road-index.ts';
import type { MapRegions } from '../map-regions.ts';
import { listCurrentRegions } from '../map-store.ts';
import { readRoadParts } from './road-part-store.ts';

const decompress = promisify(gunzip);
const SUFFIX = '.tar';

export function roadsFolder(dataDir: string, environment: EnvironmentName): string {
  return join(dataDir, 'maps', 'roads', environment);
}

function roadFile(folder: string, version: string): string {
  return join(folder, `${version}${SUFFIX}`);
}

/** Name of an archive until it is complete. */
function draftOf(path: string): string {
  return `${path}.${draftName()}`;
}

export function createRoadIndex(regions: MapRegions, folder: string): RoadIndex {
  const files = new Map<string, Promise<VerifiedFile>>();
  return {
    regions: () => regions.current(),
    async archive(version, roads) {
      const known = files.get(version);
      // Archives can vanish: a process that does not know the version yet takes its archive for a leftover.
      if (known && (await isUnchanged(await known))) return (await known).path;
      const copying = files.get(version); // by a request that noticed it earlier
      if (copying && copying !== known) return (await copying).path;
      const file = fetchArchive(regions, folder, version, roads);
      files.set(version, file);
      // A failure is tried again with the next request.
      file.catch(() => files.delete(version));
      return (await file).path;
    },
  };
}

/** An archive whose content was compared with its hash. */
interface VerifiedFile {
  readonly path: string;
  readonly modifiedMs: number;
}

async function fetchArchive(
  regions: MapRegions,
  folder: string,
  version: string,
  roads: StoredRoads,
): Promise<VerifiedFile> {
  const path = roadFile(folder, version);
  // The engine takes damaged tiles for a place without roads.
  if (!(await isIntact(path, roads))) {
    await mkdir(folder, { recursive: true });
    await copyArchive(readRoadParts(regions.db, version), path, roads);
  }
  const current = (await regions.current()).map((region) => region.version);
  await removeOtherArchives(folder, [...current, version]);
  return { path, modifiedMs: (await stat(path)).mtimeMs };
}

async function isUnchanged({ path, modifiedMs }: VerifiedFile): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs === modifiedMs;
  } catch {
    return false;
  }
}

async function isIntact(path: string, { sha256 }: StoredRoads): Promise<boolean> {
  try {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex') === sha256;
  } catch {
    return false;
  }
}

async function copyArchive(parts: AsyncIterable<Buffer>, path: string, roads: StoredRoads): Promise<void> {
  const draft = draftOf(path);
  const file = await open(draft, 'w');
  try {
    const hash = createHash('sha256');
    for await (const part of parts) {
      const content = await decompress(part);
      hash.update(content);
      await file.writeFile(content); // continues where the last part ended
    }
    if (hash.digest('hex') !== roads.sha256)
      throw new Error('the roads in the database are damaged; import the region again');
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

/** Archives of other versions, and abandoned drafts. A process that has an archive open keeps it. */
async function removeOtherArchives(folder: string, versions: readonly string[]): Promise<void> {
  await removeAbandonedDrafts(folder);
  for (const name of await readdir(folder).catch(() => []))
    if (!isDraft(name) && !versions.includes(name.replace(SUFFIX, '')))
      await rm(join(folder, name), { recursive: true, force: true });
}

/** An archive that was built on this host. Before the switch, so that its servers need not copy it from the database. */
export async function placeArchive(
  dataDir: string,
  environment: EnvironmentName,
  version: string,
  path: string,
): Promise<void> {
  const folder = roadsFolder(dataDir, environment);
  await mkdir(folder, { recursive: true });
  const home = roadFile(folder, version);
  const draft = draftOf(home);
  await link(path, draft).catch(() => copyFile(path, draft));
  await rename(draft, home);
}

interface Environment {
  readonly environment: EnvironmentName;
  readonly system: AnyDatabase;
}

/** Removes the archives of versions that are not in use any more. */
export async function removeOldArchives(
  dataDir: string,
  environments: readonly Environment[],
): Promise<void> {
  for (const { environment, system } of environments) {
    const versions = (await listCurrentRegions(system)).map(({ version }) => version);
    await removeOtherArchives(roadsFolder(dataDir, environment), versions);
  }
}
