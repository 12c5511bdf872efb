// Transitions of the dispatch: departFor, arriveAt, completeStop, moveOn, failStop, retryStop. Stops are identified by
// id, not by position: a crew that was offline may not know that the order has changed. `atMs` is when the step
// happened, if earlier than now.
import { Problem } from '../../lib/problem.ts';
import { type CrewLocation, withoutContactDetails } from '../dispatch/crew.ts';
import {
  appendStep,
  type Dispatch,
  type DispatchState,
  type Step,
  type StopDecision,
  type StopOutcome,
} from '../dispatch/dispatch.ts';
import { type SettlementInputs, settle } from '../money/settlement.ts';
import { type Booking, isLastStopDone } from './booking.ts';
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

/** Moves on from the previous stop if that is done. */
export function departFor(booking: Booking, report: Departure, { nowMs }: Now): Transition {
  const moved = moveOnTo(booking, report.stopId, nowMs);
  const before = moved?.booking ?? booking;
  const { crew, dispatch } = currentStop(before, report.stopId, 'pending');
  const after: Booking = {
    ...before,
    crew: { ...crew, etaMs: report.etaMs ?? null },
    dispatch: stepAtCurrentStop(before, dispatch, { state: 'driving', atMs: timeOf(report, nowMs) }),
  };
  const departure = transitionTo('departFor', before, after, nowMs, report.stopId);
  return moved ? { ...departure, moveOn: moved } : departure;
}

export interface Arrival extends StopReport {
  /** Where the crew is, if the report says so. */
  readonly location?: CrewLocation | undefined;
}

export function arriveAt(booking: Booking, report: Arrival, { nowMs }: Now): Transition {
  const { crew, dispatch } = currentStop(booking, report.stopId, 'driving');
  const { location } = report;
  const atMs = timeOf(report, nowMs);
  const after: Booking = {
    ...booking,
    crew: { ...crew, etaMs: null, ...(location && { location, positionAtMs: atMs }) },
    dispatch: stepAtCurrentStop(booking, dispatch, { state: 'at', atMs }),
  };
  return transitionTo('arriveAt', booking, after, nowMs, report.stopId);
}

export interface StopCompletion extends StopReport {
  readonly photoUrls: readonly string[];
  /** `skipped` is reserved for operators and requires a reason. */
  readonly outcome: StopOutcome;
  readonly reason: string | null;
}

/** After the last stop the crew is released, and with it its phone number for this booking. */
export function completeStop(booking: Booking, report: StopCompletion, { nowMs }: Now): Transition {
  const { crew, dispatch } = currentStop(booking, report.stopId, 'at');
  refuseWithoutProof(report, dispatch);
  const { photoUrls, outcome, reason } = report;
  const atMs = timeOf(report, nowMs);
  const done = stepAtCurrentStop(booking, dispatch, { state: 'done', atMs, photoUrls, outcome, reason });
  const completed: Booking = { ...booking, dispatch: done };
  const after = isLastStopDone(completed)
    ? { ...completed, crew: { ...crew, phoneNumber: null } }
    : completed;
  return transitionTo('completeStop', booking, after, nowMs, report.stopId);
}

/**
 * Moves on from a stop that is done: the next stop becomes pending, or the booking is completed and its fare settled.
 * Without effect if the booking has moved on already: a job, an operator and the crew may do it at the same time.
 */
export function moveOn(
  booking: Booking,
  { stopId }: Pick<StopReport, 'stopId'>,
  inputs: SettlementInputs,
  { nowMs }: Now,
): Transition {
  if (hasMovedOn(booking, stopId)) return { booking, events: [] };
  const { crew, dispatch } = currentStop(booking, stopId, 'done');
  if (!isLastStopDone(booking)) return moveOnFrom(booking, dispatch, nowMs);
  const after: Booking = {
    ...booking,
    state: 'completed',
    crew: withoutContactDetails(crew),
    fare: settle(booking, dispatch, inputs, nowMs),
  };
  return transitionTo('completeBooking', booking, after, nowMs);
}

/** The first half of a departure for the stop after one that is done; null for any other departure. */
function moveOnTo(booking: Booking, stopId: string, nowMs: number): Transition | null {
  const { state, dispatch, route } = booking;
  if (state !== 'dispatched' || dispatch?.state !== 'done') return null;
  return route[dispatch.routePosition + 1]?.id === stopId ? moveOnFrom(booking, dispatch, nowMs) : null;
}

/**
 * The next stop is pending since the last one was done, not since now: a crew that was offline may report that it
 * departed before the server moved on.
 */
function moveOnFrom(booking: Booking, dispatch: Dispatch, nowMs: number): Transition {
  const atMs = dispatch.events.at(-1)?.triggeredAtMs ?? nowMs;
  const next = dispatch.routePosition + 1;
  const pending = appendStep(dispatch, booking.route, next, { state: 'pending', atMs });
  return transitionTo('moveOn', booking, { ...booking, dispatch: pending }, nowMs);
}

function hasMovedOn({ state, dispatch }: Booking, stopId: string): boolean {
  const isDone = dispatch?.events.some((event) => event.state === 'done' && event.routeStopId === stopId);
  if (!dispatch || !isDone) return false;
  return state === 'completed' || dispatch.routeStopId !== stopId;
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
