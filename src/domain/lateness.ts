// When a promised window cannot be kept: as soon as the crew's own estimate says so, at the latest when it is over.
import { hasReached } from './notice-staleness.ts';
import { type NotifiedBooking, refPosition } from './notified-booking.ts';

/** What lateness is told from. */
export interface WatchedBooking
  extends Pick<NotifiedBooking, 'state' | 'windowEndMs' | 'windowRef' | 'progress' | 'etaMs'> {
  readonly stops: { readonly length: number };
}

export type LatenessVerdict =
  /** There is nothing to watch any more. */
  | { readonly kind: 'over' }
  | { readonly kind: 'late' }
  | { readonly kind: 'look_again'; readonly atMs: number };

const MINUTE_MS = 60_000;
/** So far before the end an estimate says something about it. */
const WATCH_BEFORE_MS = 30 * MINUTE_MS;
/** Nobody calls this late. */
const GRACE_MS = 5 * MINUTE_MS;
const LOOK_EVERY_MS = MINUTE_MS;

export function watchFromMs(windowEndMs: number): number {
  return windowEndMs - WATCH_BEFORE_MS;
}

/** `windowEndMs` is that of the window that was promised when the watch began; if it was moved, another watch is on. */
export function latenessVerdict(
  booking: WatchedBooking,
  windowEndMs: number,
  nowMs: number,
): LatenessVerdict {
  const position = refPosition(booking);
  const isFinal = booking.state === 'completed' || booking.state === 'cancelled';
  if (isFinal || booking.windowEndMs !== windowEndMs || hasReached(booking, position))
    return { kind: 'over' };
  const lateFromMs = windowEndMs + GRACE_MS;
  if (nowMs >= lateFromMs || (estimateFor(booking, position) ?? 0) > lateFromMs) return { kind: 'late' };
  const nextLookMs = Math.max(watchFromMs(windowEndMs), nowMs + LOOK_EVERY_MS);
  return { kind: 'look_again', atMs: Math.min(nextLookMs, lateFromMs) };
}

/** Whether the promised window is missed, or will be. */
export function isLate(booking: WatchedBooking, nowMs: number): boolean {
  return booking.windowEndMs !== null && latenessVerdict(booking, booking.windowEndMs, nowMs).kind === 'late';
}

/** The crew only tells when it will be at the stop it drives to. */
function estimateFor({ progress, etaMs }: WatchedBooking, position: number): number | null {
  return progress?.state === 'driving' && progress.position === position ? etaMs : null;
}
