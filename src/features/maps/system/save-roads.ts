// Saves the roads of a version in the database, and checks what is there.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { RoadArchive } from '../../../integrations/router/engine/build-roads.ts';
import { readRoadParts } from '../roads/road-part-store.ts';
import { insertRoadPart, type RoadFacts, saveRoadFacts } from './road-admin-store.ts';

const PART_BYTES = 1_000_000;
const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

interface SaveOptions {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

export async function saveRoads(
  system: SystemDatabase,
  version: string,
  roads: RoadArchive,
  { signal, onProgress }: SaveOptions,
): Promise<void> {
  let number = 0;
  for await (const chunk of createReadStream(roads.path, { highWaterMark: PART_BYTES })) {
    signal.throwIfAborted();
    const part = await compress(chunk as Buffer, { level: constants.Z_BEST_SPEED });
    await insertRoadPart(system, version, number, part);
    number += 1;
    onProgress?.(Math.min(1, (number * PART_BYTES) / roads.bytes));
  }
  await saveRoadFacts(system, version, roads);
}

/** A sentence; null if the archive is complete. */
export async function roadsFault(
  system: SystemDatabase,
  version: string,
  roads: RoadFacts,
): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const part of readRoadParts(system, version)) hash.update(await decompress(part));
  } catch {
    return 'The roads are damaged. Import the region again.';
  }
  return hash.digest('hex') === roads.sha256 ? null : 'The roads are damaged. Import the region again.';
}
