// SQLSTATE of an error; null if it has none, such as a network error.

/** No space left on the disk of the server. */
const DISK_FULL = '53100';
/** A statement waited longer than `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Excludes errno names of five letters such as EPIPE: no SQLSTATE class begins with E. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : null;
}

export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE;
}

export function isDatabaseDiskFull(error: unknown): boolean {
  return sqlState(error) === DISK_FULL;
}
