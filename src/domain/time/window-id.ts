// Ids of arrival windows, derived instead of stored. An id is a UUID version 8: the start in minutes since the epoch,
// then a hash of the calendar. Listing windows therefore writes nothing and hashes once, and ids are stable across
// calls and processes. The start can be read from the id, so validation takes microseconds; a version 5 UUID would
// have to be compared with all windows of two weeks, and stored ids would make every listing a write. Ids sort by
// start, the order in which windows are locked.

/** Returns at least 24 hex digits and is deterministic; `sha256Hex` qualifies. */
export type HashHex = (text: string) => string;

const MINUTE_MS = 60_000;
const WINDOW_ID = /^([0-9a-f]{8})-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The part of the id that is shared by one family: all windows of a calendar, or a single custom window. */
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

/**
 * The start encoded in an id: null for on-demand, undefined if it is not a window id. Does not prove that the window
 * exists.
 */
export function startOfWindowId(id: string): number | null | undefined {
  const prefix = WINDOW_ID.exec(id.toLowerCase())?.[1];
  if (prefix === undefined) return undefined;
  const minutes = Number.parseInt(prefix, 16);
  return minutes === 0 ? null : minutes * MINUTE_MS;
}
