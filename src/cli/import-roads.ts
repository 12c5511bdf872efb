// The roads phase of `waybill maps import`: builds the archive in a folder of its own below DATA_DIR.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { draftName, removeAbandonedDrafts } from '../integrations/process-drafts.ts';
import { buildRoads, type RoadArchive } from '../integrations/router/engine/build-roads.ts';
import {
  type EngineFiles,
  engineRoot,
  findEngine,
  unsupportedPlatform,
} from '../integrations/router/engine/engine-package.ts';
import { engineFault } from '../integrations/router/engine/engine-process.ts';
import { fullDiskError, isFileSystemFull } from '../lib/full-disk.ts';
import type { ImportProgress } from './import-progress.ts';
import type { MapFile } from './map-file.ts';

/** The routing engine for an import, or why routes in the region stay estimates and what to do. */
export type RoadsPlan =
  | { readonly engine: EngineFiles; readonly roadsMissing: null }
  | { readonly engine: null; readonly roadsMissing: string };

/** Throws if the installed engine cannot be run. */
export async function planRoads(dataDir: string): Promise<RoadsPlan> {
  await removeOldBuilds(dataDir);
  const engine = findEngine(engineRoot(dataDir));
  if (!engine) {
    const remedy =
      unsupportedPlatform() ??
      'Install the routing engine with "waybill maps engine install", then import the region again.';
    return { engine, roadsMissing: `Routes stay estimates. ${remedy}` };
  }
  const fault = await engineFault(engine);
  if (fault !== null) throw new Error(`The routing engine cannot be used. ${fault}`);
  return { engine, roadsMissing: null };
}

export interface RoadsPhase {
  readonly plan: RoadsPlan;
  readonly dataDir: string;
  readonly file: MapFile;
  readonly signal: AbortSignal;
  readonly progress: ImportProgress;
}

export type BuiltRoads =
  | { readonly archive: RoadArchive; readonly roadsMissing: null }
  | { readonly archive: null; readonly roadsMissing: string };

/** Calls `work` with the archive, which is removed afterwards. */
export async function withRoads<T>(phase: RoadsPhase, work: (roads: BuiltRoads) => Promise<T>): Promise<T> {
  const { plan, dataDir, file, signal, progress } = phase;
  if (!plan.engine) return work({ archive: null, roadsMissing: plan.roadsMissing });
  const folder = join(buildsFolder(dataDir), draftName());
  try {
    await mkdir(folder, { recursive: true });
    const archive = await buildRoads(plan.engine, {
      extract: file.path,
      folder,
      signal,
      onProgress: (share) => progress.show({ phase: 'Building roads', share }),
    });
    return await work(
      archive
        ? { archive, roadsMissing: null }
        : { archive: null, roadsMissing: 'The file has no roads: routes stay estimates.' },
    );
  } catch (error) {
    // Only roads are written from here on: to DATA_DIR, and not to the folder for temporary files.
    throw isFileSystemFull(error) ? fullDiskError(dataDir, error) : error;
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
