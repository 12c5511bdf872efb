// A full file system: how Node reports it, and what the operator reads about a full disk.
import { EXIT, ExitError } from './exit-error.ts';

/** ENOSPC, or EDQUOT for the quota of a user. */
const fullFileSystemCodes = new Set(['ENOSPC', 'EDQUOT']);

/** For errors of file operations; `isDatabaseDiskFull` is for errors of SQL statements. */
export function isFileSystemFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullFileSystemCodes.has(String(error.code));
}

/** `place`: the data directory, or "the database server". */
export function fullDiskError(place: string, cause: unknown): ExitError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ExitError(
    `The disk of ${place} is full: ${reason}. Free some space and start again.`,
    EXIT.unavailable,
    { cause },
  );
}
