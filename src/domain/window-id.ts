// Ids of arrival windows, derived instead of stored. An id is a UUID of version 8: the start in minutes since the
// epoch, then a hash of the calendar it belongs to. So listing writes nothing and hashes once, ids are the same from
// call to call and on every process, and an id that comes back tells its start: checking it takes microseconds,
// where a version 5 UUID would have to be compared with those of all windows of the fortnight, and stored ids would
// make every listing a write. Sorting by id sorts by start, the order in which windows are locked.

/** At least 24 hex digits, the same for the same text; `sha256Hex` will do. */
export type HashHex = (text: string) => string;

const MINUTE_MS = 60_000;
const WINDOW_ID = /^([0-9a-f]{8})-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The part that all windows of one family share: those of one calendar, or a custom one alone. */
export function windowIdTail(family: readonly string[], hashHex: HashHex): string {
  const digest = hashHex(`arrival window|${family.join('|')}`);
  const variant = ((Number.parseInt(digest.slice(7, 8), 16) & 0x3) | 0x8).toString(16);
  return [
    digest.slice(0, 4),
    `8${digest.slice(4, 7)}`,
    `${variant}${digest.slice(8, 11)}`,
    digest.slice(11, 23),
  ].join('-');
}

/** `startMs` is null for the on-demand window. */
export function windowId(tail: string, startMs: number | null): string {
  const minutes = Math.floor((startMs ?? 0) / MINUTE_MS);
  return `${minutes.toString(16).padStart(8, '0')}-${tail}`;
}

/** The start that an id speaks of: null for on-demand, undefined when it is no window id. Not yet proof of anything. */
export function startOfWindowId(id: string): number | null | undefined {
  const prefix = WINDOW_ID.exec(id.toLowerCase())?.[1];
  if (prefix === undefined) return undefined;
  const minutes = Number.parseInt(prefix, 16);
  return minutes === 0 ? null : minutes * MINUTE_MS;
}
