// Lateness detection: a promised window is late as soon as the crew's ETA misses it, and at the latest when it is
// over.
import { hasReached } from '../notification/notice-staleness.ts';
import { type NotifiedBooking, refPosition } from '../notification/notified-booking.ts';

/** The fields of a booking that lateness depends on. */
export interface WatchedBooking
  extends Pick<NotifiedBooking, 'state' | 'windowEndMs' | 'windowRef' | 'progress' | 'etaMs'> {
  readonly stops: { readonly length: number };
}

export type LatenessDecision =
  /** Stop watching. */
  | { readonly kind: 'over' }
  | { readonly kind: 'late' }
  | { readonly kind: 'look_again'; readonly atMs: number };

const MINUTE_MS = 60_000;
/** How long before the end of the window the watch starts. */
const WATCH_BEFORE_MS = 30 * MINUTE_MS;
/** Tolerance before an arrival counts as late. Same value as for exceptions (booking-exceptions.ts). */
const GRACE_MS = 5 * MINUTE_MS;
const CHECK_INTERVAL_MS = MINUTE_MS;

export function lateWatchStartMs(windowEndMs: number): number {
  return windowEndMs - WATCH_BEFORE_MS;
}

/**
 * `windowEndMs` is the end of the window when the watch started. If the window has moved since, another watch is
 * active.
 */
export function decideLateness(
  booking: WatchedBooking,
  windowEndMs: number,
  nowMs: number,
): LatenessDecision {
  const position = refPosition(booking);
  const isFinal = booking.state === 'completed' || booking.state === 'cancelled';
  if (isFinal || booking.windowEndMs !== windowEndMs || hasReached(booking, position))
    return { kind: 'over' };
  const lateFromMs = windowEndMs + GRACE_MS;
  if (nowMs >= lateFromMs || (etaFor(booking, position) ?? 0) > lateFromMs) return { kind: 'late' };
  const nextCheckMs = Math.max(lateWatchStartMs(windowEndMs), nowMs + CHECK_INTERVAL_MS);
  return { kind: 'look_again', atMs: Math.min(nextCheckMs, lateFromMs) };
}

/** Whether the promised window is missed or will be missed. */
export function isLate(booking: WatchedBooking, nowMs: number): boolean {
  return booking.windowEndMs !== null && decideLateness(booking, booking.windowEndMs, nowMs).kind === 'late';
}

/** Minutes by which the promised window is missed or will be missed; 0 if the booking is not late. */
export function lateMinutes(booking: WatchedBooking, nowMs: number): number {
  const { windowEndMs } = booking;
  if (windowEndMs === null || !isLate(booking, nowMs)) return 0;
  const arrivesMs = Math.max(nowMs, etaFor(booking, refPosition(booking)) ?? 0);
  return Math.round((arrivesMs - windowEndMs) / MINUTE_MS);
}

/** The ETA refers to the stop that the crew is driving to. */
function etaFor({ progress, etaMs }: WatchedBooking, position: number): number | null {
  return progress?.state === 'driving' && progress.position === position ? etaMs : null;
}
