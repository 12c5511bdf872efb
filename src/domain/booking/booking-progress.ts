// Transitions of the dispatch: departFor, arriveAt, completeStop, failStop, retryStop. Stops are identified by id,
// not by position: a crew that was offline may not know that the order has changed. `atMs` is when the step happened,
// if earlier than now.
import { Problem } from '../../lib/problem.ts';
import { withoutContactDetails } from '../dispatch/crew.ts';
import {
  appendStep,
  type Dispatch,
  type DispatchState,
  type Step,
  type StopDecision,
  type StopOutcome,
} from '../dispatch/dispatch.ts';
import { type SettlementInputs, settle } from '../money/settlement.ts';
import type { Booking } from './booking.ts';
import { requireDispatched } from './booking-crew.ts';
import { invalidStep, noSuchStop } from './booking-problems.ts';
import { type Moment, type Transition, transitionTo } from './booking-transitions.ts';

type Now = Pick<Moment, 'nowMs'>;

export interface StopReport {
  readonly stopId: string;
  readonly atMs?: number | undefined;
}

export interface Departure extends StopReport {
  readonly etaMs?: number | null | undefined;
}

export function departFor(booking: Booking, report: Departure, { nowMs }: Now): Transition {
  const { crew, dispatch } = currentStop(booking, report.stopId, 'pending');
  const after: Booking = {
    ...booking,
    crew: { ...crew, etaMs: report.etaMs ?? null },
    dispatch: stepAtCurrentStop(booking, dispatch, { state: 'driving', atMs: timeOf(report, nowMs) }),
  };
  return transitionTo('departFor', booking, after, nowMs, report.stopId);
}

export function arriveAt(booking: Booking, report: StopReport, { nowMs }: Now): Transition {
  const { crew, dispatch } = currentStop(booking, report.stopId, 'driving');
  const after: Booking = {
    ...booking,
    crew: { ...crew, etaMs: null },
    dispatch: stepAtCurrentStop(booking, dispatch, { state: 'at', atMs: timeOf(report, nowMs) }),
  };
  return transitionTo('arriveAt', booking, after, nowMs, report.stopId);
}

export interface StopCompletion extends StopReport {
  readonly photoUrls: readonly string[];
  /** `skipped` is reserved for operators and requires a reason. */
  readonly outcome: StopOutcome;
  readonly reason: string | null;
}

/** Completing the last stop completes the booking and settles its fare. */
export function completeStop(
  booking: Booking,
  report: StopCompletion,
  inputs: SettlementInputs,
  { nowMs }: Now,
): Transition {
  const { crew, dispatch } = currentStop(booking, report.stopId, 'at');
  refuseWithoutProof(report, dispatch);
  const { route } = booking;
  const { photoUrls, outcome, reason } = report;
  const atMs = timeOf(report, nowMs);
  const done = stepAtCurrentStop(booking, dispatch, { state: 'done', atMs, photoUrls, outcome, reason });
  const next = dispatch.routePosition + 1;
  if (next < route.length) {
    const pending = appendStep(done, route, next, { state: 'pending', atMs });
    return transitionTo('completeStop', booking, { ...booking, dispatch: pending }, nowMs, report.stopId);
  }
  const after: Booking = {
    ...booking,
    state: 'completed',
    crew: withoutContactDetails(crew),
    dispatch: done,
    fare: settle(booking, done, inputs, nowMs),
  };
  return transitionTo('completeLastStop', booking, after, nowMs, report.stopId);
}

export interface StopTrouble extends StopReport {
  readonly reason: string;
  readonly photoUrls: readonly string[];
  /** Sandbox only: the decision that the simulation will take. */
  readonly next?: StopDecision | undefined;
}

/** The crew cannot complete the stop. It stays there until an operator decides: retry, skip or cancel. */
export function failStop(booking: Booking, report: StopTrouble, { nowMs }: Now): Transition {
  const { dispatch } = currentStop(booking, report.stopId, 'at');
  if (dispatch.failure !== null)
    throw invalidStep('The stop has already failed and waits for a decision by an operator.');
  const { reason, photoUrls, next } = report;
  const failure = { reason, photoUrls, atMs: timeOf(report, nowMs), ...(next && { next }) };
  return transitionTo(
    'failStop',
    booking,
    { ...booking, dispatch: { ...dispatch, failure } },
    nowMs,
    report.stopId,
  );
}

export function retryStop(booking: Booking, { stopId }: StopReport, { nowMs }: Now): Transition {
  const { dispatch } = currentStop(booking, stopId, 'at');
  if (dispatch.failure === null) throw invalidStep('The stop has not failed: there is nothing to retry.');
  return transitionTo('retryStop', booking, { ...booking, dispatch: { ...dispatch, failure: null } }, nowMs);
}

function currentStop(booking: Booking, stopId: string, state: DispatchState) {
  const active = requireDispatched(booking, 'Steps are accepted only for a dispatched booking');
  const { dispatch } = active;
  if (!booking.route.some((stop) => stop.id === stopId)) throw noSuchStop();
  if (dispatch.routeStopId !== stopId || dispatch.state !== state) {
    const here = `stop ${dispatch.routePosition} is ${dispatch.state}`;
    throw invalidStep(`The stop must be the current one and ${state}; currently ${here}.`);
  }
  return active;
}

function stepAtCurrentStop({ route }: Booking, dispatch: Dispatch, next: Step): Dispatch {
  return appendStep(dispatch, route, dispatch.routePosition, next);
}

/** Reported times in the future are set to now. */
function timeOf({ atMs }: StopReport, nowMs: number): number {
  return Math.min(atMs ?? nowMs, nowMs);
}

function refuseWithoutProof({ outcome, reason, photoUrls }: StopCompletion, { failure }: Dispatch): void {
  if (outcome === 'skipped') {
    if (reason !== null) return;
    throw Problem.of('missing_parameter', 'reason is required to skip a stop.', { param: 'reason' });
  }
  if (failure !== null) throw invalidStep('The stop has failed and waits for a decision by an operator.');
  if (photoUrls.length > 0) return;
  throw Problem.of('missing_parameter', 'photo_urls must contain at least one photo.', {
    param: 'photo_urls',
  });
}
