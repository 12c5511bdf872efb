// Explains a failed start on a full disk. PostgreSQL reports it as SQLSTATE 53100, or crashes because it cannot write its
// log, which only a look at the disk explains.
import { statfsSync } from 'node:fs';
import { DISK_FULL, sqlState } from '../db/sql-state.ts';
import { EXIT, ExitError } from '../lib/exit-error.ts';

/** Size of a segment of the write-ahead log, which PostgreSQL must be able to create. */
const segmentBytes = 16 * 2 ** 20;

/** Returns other errors unchanged. `dataDir` is null for an external server, whose disk cannot be measured. */
export function explainFullDisk(error: unknown, dataDir: string | null): unknown {
  if (error instanceof ExitError) return error;
  if (dataDir === null && sqlState(error) !== DISK_FULL) return error;
  const freeBytes = dataDir === null ? 0 : freeSpace(dataDir);
  if (sqlState(error) !== DISK_FULL && freeBytes >= segmentBytes) return error;
  const where = dataDir === null ? 'the database server' : dataDir;
  return new ExitError(
    `The disk of ${where} is full: ${error instanceof Error ? error.message : String(error)}. Free some space and start again.`,
    EXIT.unavailable,
    { cause: error },
  );
}

function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
