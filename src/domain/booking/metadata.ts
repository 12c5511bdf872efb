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
