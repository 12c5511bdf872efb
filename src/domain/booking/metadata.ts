// Metadata that partners store with a booking. The limits apply to the whole object, also after a merge.
import { Problem } from '../../lib/problem.ts';

export type Metadata = Readonly<Record<string, unknown>>;

const MAX_KEYS = 50;
const MAX_KILOBYTES = 16;
const utf8 = new TextEncoder();

/** Changes only the given keys; null removes a key. */
export function mergeMetadata(current: Metadata | null, given: Metadata): Metadata | null {
  if (Object.keys(given).length === 0) return current;
  const merged = Object.entries({ ...current, ...given }).filter(([key]) => given[key] !== null);
  return checkedMetadata(Object.fromEntries(merged));
}

/** Of a new booking: a null value means that the key is absent, as it removes the key in an update. */
export function withoutNullValues(given: Metadata): Metadata {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/**
 * Path of the first number that is stored as another one, or null. Numbers are stored as doubles: whole numbers beyond
 * ±(2^53 − 1) lose digits. JSON.parse rounds such a number to a double that is also beyond that limit, so the check
 * needs no source text.
 */
export function findInexactNumber(value: unknown, path: string): string | null {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const found = findInexactNumber(item, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

export function checkedMetadata(metadata: Metadata): Metadata {
  const keys = Object.keys(metadata).length;
  if (keys > MAX_KEYS) throw limitExceeded(`at most ${MAX_KEYS} keys; it would have ${keys}`);
  const bytes = utf8.encode(JSON.stringify(metadata)).length;
  if (bytes > MAX_KILOBYTES * 1024) {
    throw limitExceeded(`at most ${MAX_KILOBYTES} KB of JSON; it would have ${bytes} bytes`);
  }
  return metadata;
}

function limitExceeded(limit: string): Problem {
  return Problem.of('invalid_parameter', `metadata may have ${limit}.`, { param: 'metadata' });
}
