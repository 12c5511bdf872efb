// The roads phase of `waybill maps import`: builds the archive in a folder of its own below DATA_DIR, and puts it where the
// servers on this host expect it.
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnvironmentName } from '../config/environment-name.ts';
import { draftOf, removeOtherArchives, roadFile, roadsFolder } from '../features/maps/roads/road-files.ts';
import { listRegions } from '../features/maps/system/map-admin-store.ts';
import { draftName, removeAbandonedDrafts } from '../integrations/process-drafts.ts';
import { buildRoads, type RoadArchive } from '../integrations/router/engine/build-roads.ts';
import {
  enginesFolder,
  findEngine,
  unsupportedPlatform,
} from '../integrations/router/engine/engine-package.ts';
import { engineFault } from '../integrations/router/engine/engine-process.ts';
import { INSTALL_HINT } from './engine-commands.ts';
import type { ImportProgress } from './import-progress.ts';
import { type MapFile, requireSpaceForRoads } from './map-file.ts';
import type { MapsEnvironment } from './maps-session.ts';

export interface RoadsPhase {
  readonly dataDir: string;
  readonly file: MapFile;
  readonly signal: AbortSignal;
  readonly progress: ImportProgress;
}

export type BuiltRoads =
  | { readonly archive: RoadArchive; readonly missing: null }
  /** Why routes in the region stay estimates, and what to do. */
  | { readonly archive: null; readonly missing: string };

/** Calls `work` with the archive, which is removed afterwards. */
export async function withRoads<T>(phase: RoadsPhase, work: (roads: BuiltRoads) => Promise<T>): Promise<T> {
  const { dataDir, file, signal, progress } = phase;
  await removeOldBuilds(dataDir);
  const engine = findEngine(enginesFolder(dataDir));
  if (!engine)
    return work({
      archive: null,
      missing: unsupportedPlatform() ?? `Routes stay estimates. ${INSTALL_HINT}`,
    });
  const fault = await engineFault(engine);
  if (fault !== null) throw new Error(`The routing engine cannot be used. ${fault}`);
  requireSpaceForRoads(file, dataDir);
  const folder = join(buildsFolder(dataDir), draftName());
  await mkdir(folder, { recursive: true });
  try {
    const archive = await buildRoads(engine, {
      extract: file.path,
      folder,
      signal,
      onProgress: (share) => progress.show({ phase: 'Building roads', share }),
    });
    return await work(
      archive
        ? { archive, missing: null }
        : { archive: null, missing: 'The file has no roads: routes stay estimates.' },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function buildsFolder(dataDir: string): string {
  return join(dataDir, 'maps', 'build');
}

/** Folders of imports that were killed. */
export async function removeOldBuilds(dataDir: string): Promise<void> {
  await removeAbandonedDrafts(buildsFolder(dataDir));
}

/** Before the switch, so that the servers on this host need not copy it from the database. */
export async function placeArchive(
  dataDir: string,
  environment: EnvironmentName,
  version: string,
  { path }: RoadArchive,
): Promise<void> {
  const folder = roadsFolder(dataDir, environment);
  await mkdir(folder, { recursive: true });
  const home = roadFile(folder, version);
  const draft = draftOf(home);
  await link(path, draft).catch(() => copyFile(path, draft));
  await rename(draft, home);
}

/** Archives of versions that are not in use any more. */
export async function removeOldArchives(
  dataDir: string,
  environments: readonly MapsEnvironment[],
): Promise<void> {
  for (const { environment, system } of environments) {
    const versions = (await listRegions(system)).map(({ version }) => version);
    await removeOtherArchives(roadsFolder(dataDir, environment), versions);
  }
}
