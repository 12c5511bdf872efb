// Time of the server, for countdowns: the clock of the browser may be wrong by minutes. Follows the `Date` header of API
// responses, which has whole seconds.

/** Below this, the difference may be the resolution of the header and the time of the transfer. */
const TOLERANCE_MS = 2_000;

let offsetMs = 0;

/** Called with every response of the API. */
export function noteServerTime(dateHeader: string | null, nowMs = Date.now()): void {
  const differenceMs = Date.parse(dateHeader ?? '') - nowMs;
  if (!Number.isNaN(differenceMs)) offsetMs = Math.abs(differenceMs) < TOLERANCE_MS ? 0 : differenceMs;
}

export function serverNow(nowMs = Date.now()): number {
  return nowMs + offsetMs;
}
