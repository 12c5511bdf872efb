// Imports a map region into one environment: fresh partitions, then one switch, so that a lookup sees either the old version
// or the new one as a whole. The caller holds the lock of the region (`regionLock`).
import { setTimeout as delay } from 'node:timers/promises';
import { recordAudit } from '../../../db/audit-store.ts';
import { isLockTimeout } from '../../../db/sql-state.ts';
import type { AddressMap } from '../../../integrations/osm/address-map.ts';
import type { RoadArchive } from '../../../integrations/router/engine/build-roads.ts';
import type { Actor } from '../../../lib/actor.ts';
import { EXIT, ExitError } from '../../../lib/exit-error.ts';
import type { AdminContext } from '../../accounts/system/admin-context.ts';
import type { TileArchive } from '../tiles/tile-archive.ts';
import {
  analyzeVersion,
  createVersion,
  deleteRegion,
  dropVersion,
  insertRows,
  insertTiles,
  listUnusedVersions,
  type MapTable,
  type NewVersion,
  switchVersion,
} from './map-admin-store.ts';
import { estimatedRowCount, mapRows } from './map-rows.ts';
import { saveRoads } from './save-roads.ts';

const ROWS_PER_STATEMENT = 2_000;
const LOCK_ATTEMPTS = 3;
const LOCK_RETRY_MS = 250;

/** Name of the advisory lock that an import and a removal hold. */
export function regionLock(region: string): string {
  return `waybill.maps.${region}`;
}

export interface ImportOptions {
  readonly signal: AbortSignal;
  /** Share of the addresses and tiles that are written, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Share of the roads, which follow. */
  readonly onRoadsProgress?: (share: number) => void;
}

export type MapCounts = Readonly<Record<'streets' | 'addresses' | 'places' | 'postcodes' | 'tiles', number>>;

export function countsOf({ map, tiles }: Pick<ImportedData, 'map' | 'tiles'>): MapCounts {
  const { streets, addresses, places, postcodes } = map;
  return {
    streets: streets.length,
    addresses: addresses.length,
    places: places.length,
    postcodes: postcodes.length,
    tiles: tiles.tileCount,
  };
}

/** What an import writes to every environment. */
export interface ImportedData {
  readonly map: AddressMap;
  readonly tiles: TileArchive;
  /** null: routes in the region stay estimates. */
  readonly roads: RoadArchive | null;
}

export async function importMap(
  admin: AdminContext,
  actor: Actor,
  version: NewVersion,
  content: ImportedData,
  { signal, onProgress, onRoadsProgress }: ImportOptions,
): Promise<void> {
  const { system, clock } = admin;
  await removeUnused(admin, version.region);
  await createPatiently(system, version);
  try {
    const { map, tiles, roads } = content;
    const total = estimatedRowCount(map) + tiles.tileCount;
    let written = 0;
    const advance = (count: number) => {
      signal.throwIfAborted();
      written += count;
      onProgress(Math.min(1, written / total));
    };
    const rowCounts: Partial<Record<MapTable, number>> = {};
    for (const { table, rows } of mapRows(map)) {
      let inserted = 0;
      for (const batch of batchesOf(rows)) {
        inserted += await insertRows(system, table, version.id, batch);
        advance(batch.length);
      }
      rowCounts[table] = inserted;
    }
    for (const batch of tiles.batches()) {
      await insertTiles(system, version.id, batch);
      advance(batch.length);
    }
    if (roads) await saveRoads(system, version.id, roads, { signal, onProgress: onRoadsProgress });
    await analyzeVersion(system, version.id);
    signal.throwIfAborted();
    await system.transaction().execute(async (trx) => {
      await switchVersion(trx, version, countsOf(content), rowCounts, clock.now());
      await recordAudit(trx, admin, actor, {
        accountId: null,
        action: 'maps.imported',
        subject: { kind: 'map_region', id: version.region },
      });
    });
  } catch (error) {
    // If this fails too, the next import removes the leftover.
    await dropVersion(system, version.id).catch(() => {});
    throw error;
  }
  // No request uses the version before the previous one any more.
  await removeUnused(admin, version.region);
}

/** false if there is no such region. */
export async function removeMap(admin: AdminContext, actor: Actor, region: string): Promise<boolean> {
  const isRemoved = await admin.system.transaction().execute(async (trx) => {
    if (!(await deleteRegion(trx, region))) return false;
    await recordAudit(trx, admin, actor, {
      accountId: null,
      action: 'maps.removed',
      subject: { kind: 'map_region', id: region },
    });
    return true;
  });
  await removeUnused(admin, region);
  return isRemoved;
}

/**
 * Drops the versions of a region that are not in use. Returns their ids. While another program reads the tables, for example
 * pg_dump, they are left to the next import or check.
 */
export async function removeUnused({ system }: AdminContext, region: string): Promise<string[]> {
  const unused = (await listUnusedVersions(system)).filter((version) => version.region === region);
  const removed: string[] = [];
  for (const { id } of unused)
    try {
      await withLockRetries(() => dropVersion(system, id));
      removed.push(id);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      break;
    }
  return removed;
}

async function createPatiently(system: AdminContext['system'], version: NewVersion): Promise<void> {
  try {
    await withLockRetries(() => createVersion(system, version));
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new ExitError(
      'The map tables are in use by another program, for example pg_dump. Wait until it has finished, then import again.',
      EXIT.unavailable,
      { cause: error },
    );
  }
}

/** A lookup holds a lock on the tables for milliseconds, a backup for longer. */
async function withLockRetries(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || attempt === LOCK_ATTEMPTS) throw error;
      await delay(LOCK_RETRY_MS * attempt);
    }
}

function* batchesOf(rows: Iterable<object>): Generator<object[]> {
  let batch: object[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length === ROWS_PER_STATEMENT) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
