// What may be the matter with a booking, for whoever watches the day: a stop that failed, a window that was or will be
// missed, nobody who comes. Each trouble is named by what it is about, so that the next of its kind is another one.
import type { BookingState } from './booking.ts';
import type { DispatchState } from './dispatch.ts';

export type Severity = 'critical' | 'high' | 'medium';
export type BookingTroubleKind = 'failed_stop' | 'late' | 'at_risk' | 'unassigned';

export interface WatchedBooking {
  readonly state: BookingState;
  /** null: on demand. */
  readonly window: { readonly startMs: number; readonly endMs: number } | null;
  readonly takenAtMs: number;
  /** The stop that the window is for. */
  readonly refPosition: number;
  readonly progress: { readonly state: DispatchState; readonly position: number } | null;
  readonly failure: { readonly reason: string; readonly atMs: number } | null;
  /** When the crew expects to be at the stop that it drives to. */
  readonly etaMs: number | null;
  /** When it said so. */
  readonly etaToldMs: number | null;
  /** When the crew should set out. */
  readonly departsMs: number | null;
  /** How many crews it has lost: whoever is lost anew is missed anew. */
  readonly crewsLost: number;
}

export interface Trouble<Kind extends string = BookingTroubleKind> {
  readonly kind: Kind;
  readonly severity: Severity;
  readonly sinceMs: number;
  /** What is the matter, in a sentence. */
  readonly says: string;
  /** Tells this trouble from an earlier one of the same kind and booking. */
  readonly mark: string;
}

const MINUTE_MS = 60_000;
/** Nobody calls this late; the same as for what customers are told. */
const GRACE_MS = 5 * MINUTE_MS;
/** A crew that has not set out by then will hardly be there in time. */
const DEPARTURE_GRACE_MS = 10 * MINUTE_MS;
/** So long before its window a booking should have a crew. */
export const UNASSIGNED_SOON_MS = 120 * MINUTE_MS;
/** On demand means now. */
export const ON_DEMAND_PATIENCE_MS = 10 * MINUTE_MS;
const ON_DEMAND_TOO_LONG_MS = 30 * MINUTE_MS;

export function bookingTroubles(booking: WatchedBooking, nowMs: number): Trouble[] {
  const { state, failure } = booking;
  if (state === 'completed' || state === 'cancelled') return [];
  const failed: Trouble[] = failure
    ? [
        {
          kind: 'failed_stop',
          severity: 'critical',
          sinceMs: failure.atMs,
          says: `The crew cannot complete its stop and waits for a decision: ${failure.reason}`,
          mark: String(failure.atMs),
        },
      ]
    : [];
  const timely = hasReached(booking) ? null : timeTrouble(booking, nowMs);
  return timely ? [...failed, timely] : failed;
}

function timeTrouble(booking: WatchedBooking, nowMs: number): Trouble | null {
  const { window } = booking;
  if (window === null) return booking.state === 'created' ? onDemandTrouble(booking, nowMs) : null;
  if (nowMs > window.endMs + GRACE_MS)
    return {
      kind: 'late',
      severity: 'critical',
      sinceMs: window.endMs,
      says:
        booking.state === 'created'
          ? 'Its window is over and it has no crew.'
          : 'Its window is over and the crew is not there.',
      mark: String(window.endMs),
    };
  return booking.state === 'created' ? unassigned(booking, window, nowMs) : atRisk(booking, window, nowMs);
}

function unassigned(
  { takenAtMs, crewsLost }: WatchedBooking,
  { startMs }: { readonly startMs: number },
  nowMs: number,
): Trouble | null {
  if (nowMs < startMs - UNASSIGNED_SOON_MS) return null;
  const hasBegun = nowMs >= startMs;
  return {
    kind: 'unassigned',
    severity: hasBegun ? 'critical' : 'high',
    sinceMs: Math.max(takenAtMs, startMs - UNASSIGNED_SOON_MS),
    says: hasBegun ? 'Its window has begun and it has no crew.' : 'Its window is near and it has no crew.',
    mark: `${startMs}.${crewsLost}`,
  };
}

function atRisk(
  { progress, refPosition, etaMs, etaToldMs, departsMs }: WatchedBooking,
  { endMs }: { readonly endMs: number },
  nowMs: number,
): Trouble | null {
  const isUnderWay = progress?.state === 'driving' && progress.position === refPosition;
  if (isUnderWay && etaMs !== null && etaMs > endMs + GRACE_MS) {
    const minutes = Math.round((etaMs - endMs) / MINUTE_MS);
    return {
      kind: 'at_risk',
      severity: 'high',
      sinceMs: etaToldMs ?? nowMs,
      says: `The crew expects to be there ${minutes} minutes after the end of the window.`,
      mark: `eta ${endMs}`,
    };
  }
  const hasNotSetOut = progress !== null && progress.position === 0 && progress.state === 'pending';
  if (!hasNotSetOut || departsMs === null || nowMs < departsMs + DEPARTURE_GRACE_MS) return null;
  return {
    kind: 'at_risk',
    severity: 'high',
    sinceMs: departsMs,
    says: 'The crew should have set out and has not.',
    mark: `departure ${departsMs}`,
  };
}

function onDemandTrouble({ takenAtMs, crewsLost }: WatchedBooking, nowMs: number): Trouble | null {
  const waitedMs = nowMs - takenAtMs;
  if (waitedMs < ON_DEMAND_PATIENCE_MS) return null;
  return {
    kind: 'unassigned',
    severity: waitedMs < ON_DEMAND_TOO_LONG_MS ? 'high' : 'critical',
    sinceMs: takenAtMs,
    says: 'It should be carried out now, and nobody has been found.',
    mark: `${takenAtMs}.${crewsLost}`,
  };
}

function hasReached({ progress, refPosition }: WatchedBooking): boolean {
  if (progress === null) return false;
  if (progress.position !== refPosition) return progress.position > refPosition;
  return progress.state === 'at' || progress.state === 'done';
}
