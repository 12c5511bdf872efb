// Explains a failed start on a full disk. PostgreSQL reports it as SQLSTATE 53100, or crashes because it cannot write its
// log, which only a look at the disk explains.
import { statfsSync } from 'node:fs';
import { isDatabaseDiskFull } from '../db/sql-state.ts';
import { ExitError } from '../lib/exit-error.ts';
import { fullDiskError } from '../lib/full-disk.ts';

/** Size of a segment of the write-ahead log, which PostgreSQL must be able to create. */
const segmentBytes = 16 * 2 ** 20;

/** Returns other errors unchanged. `dataDir` is null for an external server, whose disk cannot be measured. */
export function explainFullDisk(error: unknown, dataDir: string | null): unknown {
  if (error instanceof ExitError) return error;
  const isFull = isDatabaseDiskFull(error) || (dataDir !== null && freeSpace(dataDir) < segmentBytes);
  return isFull ? fullDiskError(dataDir ?? 'the database server', error) : error;
}

/** For the start of a server: with a complete database it writes next to nothing, and would succeed on a full disk. */
export function requireWritableDisk(dataDir: string): void {
  if (freeSpace(dataDir) < segmentBytes) throw fullDiskError(dataDir, new Error('less than 16 MB are free'));
}

function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
