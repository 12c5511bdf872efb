// What becomes of something a crew's phone tells, perhaps hours later: it is news, it is so already, or it cannot be so and
// why. Told under the booking's lock, before the state machine is asked; a phone that was away cannot know what happened.
import type { Booking } from './booking.ts';
import type { DispatchState } from './dispatch.ts';
import { hasSetOut } from './engagement-reschedule.ts';

export const REPORT_KINDS = ['depart', 'arrive', 'complete', 'cannot_complete'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export type ReportRefusal =
  /** Another crew has the booking, or nobody has. */
  | 'not_yours'
  | 'cancelled'
  /** The booking is completed. */
  | 'over'
  /** The stop is no longer on the route. */
  | 'stop_gone'
  /** An operator let the stop go. */
  | 'skipped'
  /** The stop has failed, and an operator has not decided yet. */
  | 'waits_for_dispatch'
  /** It does not follow from where the booking stands. */
  | 'wrong_step'
  | 'in_future'
  /** Before what is known to have happened. */
  | 'too_early'
  /** The crew is under way for another booking. */
  | 'busy';
export type ReportVerdict = 'news' | 'already_so' | ReportRefusal;

export interface CrewReport {
  readonly kind: ReportKind;
  readonly crewId: string;
  readonly stopId: string;
  readonly atMs: number;
}

/** Clocks that are this far apart are taken to agree; a time within it is moved to the nearest that can be. */
export const CLOCK_SKEW_MS = 120_000;

/** From where a step leads, and to where. */
const steps: Readonly<Record<ReportKind, readonly [from: DispatchState, to: DispatchState | null]>> = {
  depart: ['pending', 'driving'],
  arrive: ['driving', 'at'],
  complete: ['at', 'done'],
  cannot_complete: ['at', null],
};

export function judgeReport(booking: Booking, report: CrewReport, nowMs: number): ReportVerdict {
  const { dispatch, crew, state } = booking;
  if (crew?.id !== report.crewId || state === 'created' || dispatch === null) return 'not_yours';
  if (state === 'cancelled') return 'cancelled';
  const known = earlierStep(booking, report);
  if (known !== null) return known;
  if (state === 'completed') return 'over';
  if (!booking.route.some(({ id }) => id === report.stopId)) return 'stop_gone';
  const isHere = dispatch.routeStopId === report.stopId && dispatch.state === steps[report.kind][0];
  if (!isHere) return 'wrong_step';
  if (dispatch.failure !== null) return 'waits_for_dispatch';
  return judgeTime(report.atMs, dispatch.events.at(-1)?.triggeredAtMs ?? 0, nowMs);
}

/** Two people of one crew have a phone each, and operators can do everything too: who was first has said it. */
function earlierStep({ dispatch }: Booking, { kind, stopId }: CrewReport): ReportVerdict | null {
  if (dispatch === null) return null;
  const [, to] = steps[kind];
  if (to === null) return dispatch.routeStopId === stopId && dispatch.failure !== null ? 'already_so' : null;
  const event = dispatch.events.findLast((each) => each.routeStopId === stopId && each.state === to);
  if (!event) return null;
  return event.outcome === 'skipped' ? 'skipped' : 'already_so';
}

function judgeTime(atMs: number, lastMs: number, nowMs: number): ReportVerdict {
  if (atMs > nowMs + CLOCK_SKEW_MS) return 'in_future';
  return atMs < lastMs - CLOCK_SKEW_MS ? 'too_early' : 'news';
}

/** A crew is followed from when it sets out until the booking is over, and by its own phones only. */
export function isFollowed(booking: Booking, crewId: string): boolean {
  return booking.state === 'dispatched' && booking.crew?.id === crewId && hasSetOut(booking);
}
