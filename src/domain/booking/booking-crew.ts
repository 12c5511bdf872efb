// Transitions of the crew: assignCrew, changeCrew, loseCrew, updateCrewPosition.
import {
  type AssignedCrew,
  type Crew,
  type CrewLocation,
  newlyAssignedCrew,
  withoutContactDetails,
} from '../dispatch/crew.ts';
import { type Dispatch, type EndedDispatch, startDispatch } from '../dispatch/dispatch.ts';
import type { Product } from '../dispatch/product.ts';
import { type Booking, isFirstStopDone, isLastStopDone } from './booking.ts';
import { invalidStep, withState } from './booking-problems.ts';
import { type Moment, type Transition, transitionTo } from './booking-transitions.ts';

type Now = Pick<Moment, 'nowMs'>;

/** Minimum interval between two position updates of a booking. */
export const POSITION_INTERVAL_MS = 10_000;

export function assignCrew(
  booking: Booking,
  { crew }: { readonly crew: AssignedCrew },
  { nowMs }: Now,
): Transition {
  if (booking.state !== 'created') {
    throw invalidStep(withState('A crew can be assigned only to a created booking', booking));
  }
  const after: Booking = {
    ...booking,
    state: 'dispatched',
    crew: newlyAssignedCrew(booking.product, crew),
    dispatch: startDispatch(booking.route, nowMs),
  };
  return transitionTo('assignCrew', booking, after, nowMs);
}

export interface CrewChange {
  readonly crew: AssignedCrew;
  readonly reason: string | null;
}

/**
 * Replaces the crew. Before the first stop is done, the new crew starts a new dispatch and the old one is kept in
 * `previousDispatches`; afterwards it continues the current dispatch. A crew with the same id (for example, with
 * another crew member) always continues.
 */
export function changeCrew(booking: Booking, { crew, reason }: CrewChange, { nowMs }: Now): Transition {
  const { route, product } = booking;
  const active = requireDispatched(booking, 'The crew can be changed only on a dispatched booking');
  if (isLastStopDone(booking)) throw invalidStep('The last stop is done: the crew can no longer be changed.');
  const startsOver = crew.id !== active.crew.id && !isFirstStopDone(booking);
  const after: Booking = {
    ...booking,
    crew: replacementCrew(active.crew, product, crew),
    ...(startsOver && {
      dispatch: startDispatch(route, nowMs),
      previousDispatches: [...booking.previousDispatches, endedDispatch(active, reason, nowMs)],
    }),
  };
  return transitionTo('changeCrew', booking, after, nowMs);
}

/** Removes the crew. The booking returns to `created` and waits for another crew. */
export function loseCrew(
  booking: Booking,
  { reason }: { readonly reason: string | null },
  { nowMs }: Now,
): Transition {
  const active = requireDispatched(booking, 'The crew can be removed only from a dispatched booking');
  if (isFirstStopDone(booking)) {
    throw invalidStep('The first stop is done: the crew can be replaced, but not removed.');
  }
  const after: Booking = {
    ...booking,
    state: 'created',
    crew: null,
    dispatch: null,
    previousDispatches: [...booking.previousDispatches, endedDispatch(active, reason, nowMs)],
  };
  return transitionTo('loseCrew', booking, after, nowMs);
}

export interface CrewPosition {
  readonly location: CrewLocation;
  readonly etaMs: number | null;
  /** When the position was measured, if earlier than now. */
  readonly atMs?: number | undefined;
  /** Overrides the minimum interval; simulations use their own. */
  readonly intervalMs?: number | undefined;
}

/** Drops a position that arrives before the minimum interval has passed: the next one is more recent. */
export function updateCrewPosition(booking: Booking, position: CrewPosition, { nowMs }: Now): Transition {
  const { crew } = requireDispatched(booking, 'Positions are accepted only for a dispatched booking');
  if (isLastStopDone(booking))
    throw invalidStep('The last stop is done: positions of the crew are no longer accepted.');
  const { location, etaMs, intervalMs = POSITION_INTERVAL_MS } = position;
  const atMs = Math.min(position.atMs ?? nowMs, nowMs);
  const isTooSoon = crew.positionAtMs !== null && atMs < crew.positionAtMs + intervalMs;
  const hasChanged = crew.etaMs !== etaMs || !isSameLocation(crew, location);
  if (isTooSoon || !hasChanged) return { booking, events: [] };
  const after = { ...booking, crew: { ...crew, location, etaMs, positionAtMs: atMs } };
  return transitionTo('updateCrewPosition', booking, after, nowMs);
}

function isSameLocation({ location: current }: Crew, { longitude, latitude }: CrewLocation): boolean {
  return current?.longitude === longitude && current.latitude === latitude;
}

interface ActiveDispatch {
  readonly crew: Crew;
  readonly dispatch: Dispatch;
}

/**
 * The crew and dispatch of a dispatched booking. Throws if it is in another state; `rule` begins the error message.
 */
export function requireDispatched(booking: Booking, rule: string): ActiveDispatch {
  const { state, crew, dispatch } = booking;
  if (state !== 'dispatched' || crew === null || dispatch === null)
    throw invalidStep(withState(rule, booking));
  return { crew, dispatch };
}

/** The new crew of a booking. Keeps the known position if it is the same crew. */
function replacementCrew(current: Crew, product: Product, crew: AssignedCrew): Crew {
  const assigned = newlyAssignedCrew(product, crew);
  if (crew.id !== current.id) return assigned;
  const { location, etaMs, positionAtMs } = current;
  return { ...assigned, location, etaMs, positionAtMs };
}

function endedDispatch(
  { crew, dispatch }: ActiveDispatch,
  reason: string | null,
  nowMs: number,
): EndedDispatch {
  return { dispatch, crew: withoutContactDetails(crew), endedAtMs: nowMs, reason };
}
