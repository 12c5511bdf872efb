// Validates a step reported by a crew's phone, possibly hours later: accepted, already known, or rejected with a
// reason. Runs under the booking's row lock, before the state machine. A phone that was offline cannot know what
// happened since.
import { type Booking, isLastStopDone } from '../booking/booking.ts';
import { crewProgress, type DispatchState } from './dispatch.ts';
import { hasDeparted } from './engagement-reschedule.ts';

export const REPORT_KINDS = ['depart', 'arrive', 'complete', 'cannot_complete'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_REFUSALS = [
  /** The booking has another crew, or none. */
  'not_yours',
  'cancelled',
  /** The last stop is done, or the booking is completed. */
  'over',
  /** The stop is no longer on the route. */
  'stop_gone',
  /** An operator skipped the stop. */
  'skipped',
  /** The stop has failed and waits for an operator's decision. */
  'waits_for_dispatch',
  /** The step does not follow from the current state. */
  'wrong_step',
  'in_future',
  /** Before the last known step. */
  'too_early',
  /** The crew is on its way for another booking. */
  'busy',
] as const;
export type ReportRefusal = (typeof REPORT_REFUSALS)[number];
export type ReportDecision = 'news' | 'already_so' | ReportRefusal;

export interface CrewReport {
  readonly kind: ReportKind;
  readonly crewId: string;
  readonly stopId: string;
  readonly atMs: number;
}

/** Tolerated clock difference between phone and server. Times within it are moved to the nearest valid time. */
export const CLOCK_SKEW_MS = 120_000;

/** The state that a step requires, and the state that it leads to. */
const STEP_STATES: Readonly<Record<ReportKind, readonly [from: DispatchState, to: DispatchState | null]>> = {
  depart: ['pending', 'driving'],
  arrive: ['driving', 'at'],
  complete: ['at', 'done'],
  cannot_complete: ['at', null],
};

export function checkReport(booking: Booking, report: CrewReport, nowMs: number): ReportDecision {
  const { dispatch, crew, state } = booking;
  if (crew?.id !== report.crewId || state === 'created' || dispatch === null) return 'not_yours';
  if (state === 'cancelled') return 'cancelled';
  const earlier = earlierReport(booking, report);
  if (earlier !== null) return earlier;
  if (state === 'completed' || isLastStopDone(booking)) return 'over';
  if (!booking.route.some(({ id }) => id === report.stopId)) return 'stop_gone';
  const progress = crewProgress(dispatch, booking.route.length);
  const isExpectedStep =
    booking.route[progress.routePosition]?.id === report.stopId &&
    progress.state === STEP_STATES[report.kind][0];
  if (!isExpectedStep) return 'wrong_step';
  if (dispatch.failure !== null) return 'waits_for_dispatch';
  return checkTime(report.atMs, dispatch.events.at(-1)?.triggeredAtMs ?? 0, nowMs);
}

/** Several crew members may report the same step, and so may operators: the first report wins. */
function earlierReport({ dispatch }: Booking, { kind, stopId }: CrewReport): ReportDecision | null {
  if (dispatch === null) return null;
  const [, to] = STEP_STATES[kind];
  if (to === null) return dispatch.routeStopId === stopId && dispatch.failure !== null ? 'already_so' : null;
  const event = dispatch.events.findLast((each) => each.routeStopId === stopId && each.state === to);
  if (!event) return null;
  return event.outcome === 'skipped' ? 'skipped' : 'already_so';
}

function checkTime(atMs: number, lastMs: number, nowMs: number): ReportDecision {
  if (atMs > nowMs + CLOCK_SKEW_MS) return 'in_future';
  return atMs < lastMs - CLOCK_SKEW_MS ? 'too_early' : 'news';
}

/** Positions are accepted from departure until the last stop is done, and only from the booking's own crew. */
export function acceptsPositions(booking: Booking, crewId: string): boolean {
  const isUnderWay = hasDeparted(booking) && !isLastStopDone(booking);
  return booking.state === 'dispatched' && booking.crew?.id === crewId && isUnderWay;
}
