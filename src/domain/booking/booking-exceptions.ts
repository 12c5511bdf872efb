// Exceptions of a booking: a failed stop, a window that was or will be missed, no crew. Each exception has a `mark`
// that identifies its cause, so that an operator's decision about one does not apply to the next of the same kind.
import type { DispatchState } from '../dispatch/dispatch.ts';
import type { BookingState } from './booking.ts';

export type Severity = 'critical' | 'high' | 'medium';
export type BookingExceptionKind = 'failed_stop' | 'crew_problem' | 'late' | 'at_risk' | 'unassigned';

export interface WatchedBooking {
  readonly state: BookingState;
  /** null for on-demand bookings. */
  readonly window: { readonly startMs: number; readonly endMs: number } | null;
  readonly takenAtMs: number;
  /** Position of the reference stop. */
  readonly refPosition: number;
  readonly progress: { readonly state: DispatchState; readonly position: number } | null;
  readonly failure: { readonly reason: string; readonly atMs: number } | null;
  /** What the crew reported last on its way to the stop that it drives to. */
  readonly problem: { readonly text: string; readonly atMs: number } | null;
  /** Expected arrival at the stop that the crew is driving to. */
  readonly etaMs: number | null;
  /** When the crew reported `etaMs`. */
  readonly etaReportedMs: number | null;
  /** Planned departure of the crew. */
  readonly departsMs: number | null;
  /** Number of crews lost so far. Part of the mark, so that every loss raises a new exception. */
  readonly crewsLost: number;
}

export interface BookingException<Kind extends string = BookingExceptionKind> {
  readonly kind: Kind;
  readonly severity: Severity;
  readonly sinceMs: number;
  /** One sentence for operators. */
  readonly says: string;
  /** Distinguishes this exception from an earlier one of the same kind on the same booking. */
  readonly mark: string;
}

const MINUTE_MS = 60_000;
/** Tolerance before an arrival counts as late. Same value as for late notices to customers (lateness.ts). */
const GRACE_MS = 5 * MINUTE_MS;
/** A crew that departs later than this is unlikely to arrive within the window. */
const DEPARTURE_GRACE_MS = 10 * MINUTE_MS;
/** How long before its window a booking must have a crew. */
export const UNASSIGNED_LEAD_MS = 120 * MINUTE_MS;
/** How long an on-demand booking may wait for a crew. */
export const ON_DEMAND_GRACE_MS = 10 * MINUTE_MS;
const ON_DEMAND_TOO_LONG_MS = 30 * MINUTE_MS;

export function bookingExceptions(booking: WatchedBooking, nowMs: number): BookingException[] {
  const { state, failure } = booking;
  if (state === 'completed' || state === 'cancelled') return [];
  const failedStop: BookingException[] = failure
    ? [
        {
          kind: 'failed_stop',
          severity: 'critical',
          sinceMs: failure.atMs,
          says: `The crew cannot complete a stop and waits for a decision: ${failure.reason}`,
          mark: String(failure.atMs),
        },
      ]
    : [];
  const problem = problemException(booking);
  const missed = hasReached(booking) ? null : windowException(booking, nowMs);
  return [...failedStop, ...[problem, missed].filter((exception) => exception !== null)];
}

/** Ends with the arrival, or with the loss of the crew. */
function problemException({ problem, progress }: WatchedBooking): BookingException | null {
  if (problem === null || progress?.state !== 'driving') return null;
  return {
    kind: 'crew_problem',
    severity: 'critical',
    sinceMs: problem.atMs,
    says: `The crew reports a problem on its way: ${problem.text}`,
    mark: String(problem.atMs),
  };
}

function windowException(booking: WatchedBooking, nowMs: number): BookingException | null {
  const { window } = booking;
  if (window === null) return booking.state === 'created' ? onDemandException(booking, nowMs) : null;
  if (nowMs > window.endMs + GRACE_MS)
    return {
      kind: 'late',
      severity: 'critical',
      sinceMs: window.endMs,
      says:
        booking.state === 'created'
          ? 'The arrival window has passed and no crew is assigned.'
          : 'The arrival window has passed and the crew has not arrived.',
      mark: String(window.endMs),
    };
  return booking.state === 'created' ? unassigned(booking, window, nowMs) : atRisk(booking, window, nowMs);
}

function unassigned(
  { takenAtMs, crewsLost }: WatchedBooking,
  { startMs }: { readonly startMs: number },
  nowMs: number,
): BookingException | null {
  if (nowMs < startMs - UNASSIGNED_LEAD_MS) return null;
  const hasBegun = nowMs >= startMs;
  return {
    kind: 'unassigned',
    severity: hasBegun ? 'critical' : 'high',
    sinceMs: Math.max(takenAtMs, startMs - UNASSIGNED_LEAD_MS),
    says: hasBegun
      ? 'The arrival window has started and no crew is assigned.'
      : 'The arrival window starts soon and no crew is assigned.',
    mark: `${startMs}.${crewsLost}`,
  };
}

function atRisk(
  { progress, refPosition, etaMs, etaReportedMs, departsMs }: WatchedBooking,
  { endMs }: { readonly endMs: number },
  nowMs: number,
): BookingException | null {
  const isDriving = progress?.state === 'driving' && progress.position === refPosition;
  if (isDriving && etaMs !== null && etaMs > endMs + GRACE_MS) {
    const minutes = Math.round((etaMs - endMs) / MINUTE_MS);
    return {
      kind: 'at_risk',
      severity: 'high',
      sinceMs: etaReportedMs ?? nowMs,
      says: `The crew expects to arrive ${minutes} minutes after the end of the arrival window.`,
      mark: `eta ${endMs}`,
    };
  }
  if (departsMs === null || !hasMissedDeparture({ progress, departsMs }, nowMs)) return null;
  return {
    kind: 'at_risk',
    severity: 'high',
    sinceMs: departsMs,
    says: 'The crew has not departed on time.',
    mark: `departure ${departsMs}`,
  };
}

/** The crew should be on its way to the first stop and has not departed. */
export function hasMissedDeparture(
  { progress, departsMs }: Pick<WatchedBooking, 'progress'> & { readonly departsMs: number },
  nowMs: number,
): boolean {
  const hasNotDeparted = progress !== null && progress.position === 0 && progress.state === 'pending';
  return hasNotDeparted && nowMs >= departsMs + DEPARTURE_GRACE_MS;
}

function onDemandException({ takenAtMs, crewsLost }: WatchedBooking, nowMs: number): BookingException | null {
  const waitedMs = nowMs - takenAtMs;
  if (waitedMs < ON_DEMAND_GRACE_MS) return null;
  return {
    kind: 'unassigned',
    severity: waitedMs < ON_DEMAND_TOO_LONG_MS ? 'high' : 'critical',
    sinceMs: takenAtMs,
    says: 'No crew has been found for this on-demand booking.',
    mark: `${takenAtMs}.${crewsLost}`,
  };
}

function hasReached({ progress, refPosition }: WatchedBooking): boolean {
  if (progress === null) return false;
  if (progress.position !== refPosition) return progress.position > refPosition;
  return progress.state === 'at' || progress.state === 'done';
}
