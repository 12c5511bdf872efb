// assignCrew, changeCrew, loseCrew, updateCrewPosition: who comes, and where they are.
import { type Booking, firstStopDone } from './booking.ts';
import { whileIn, wrongMove } from './booking-problems.ts';
import { type Moment, moved, type Transition } from './booking-transitions.ts';
import { type AssignedCrew, type Crew, type CrewLocation, newcomer, retired } from './crew.ts';
import { type Dispatch, type EndedDispatch, startDispatch } from './dispatch.ts';
import type { Product } from './product.ts';

type Now = Pick<Moment, 'nowMs'>;

/** A booking is rewritten for a new position at most this often. */
export const POSITION_INTERVAL_MS = 10_000;

export function assignCrew(
  booking: Booking,
  { crew }: { readonly crew: AssignedCrew },
  { nowMs }: Now,
): Transition {
  if (booking.state !== 'created') {
    throw wrongMove(whileIn('Only a created booking can be given its crew', booking));
  }
  const after: Booking = {
    ...booking,
    state: 'dispatched',
    crew: newcomer(booking.product, crew),
    dispatch: startDispatch(booking.route, nowMs),
  };
  return moved('assignCrew', booking, after, nowMs);
}

export interface CrewChange {
  readonly crew: AssignedCrew;
  readonly reason: string | null;
}

/**
 * Another crew. Until the first stop is done it starts over and the dispatch of the first crew is kept aside; later it
 * takes over where things stand. The same crew in another shape, say with another member, goes on as it was.
 */
export function changeCrew(booking: Booking, { crew, reason }: CrewChange, { nowMs }: Now): Transition {
  const { route, product } = booking;
  const underWay = dispatched(booking, 'Only a dispatched booking has a crew that can be changed');
  const startsOver = crew.id !== underWay.crew.id && !firstStopDone(booking);
  const after: Booking = {
    ...booking,
    crew: successor(underWay.crew, product, crew),
    ...(startsOver && {
      dispatch: startDispatch(route, nowMs),
      previousDispatches: [...booking.previousDispatches, ended(underWay, reason, nowMs)],
    }),
  };
  return moved('changeCrew', booking, after, nowMs);
}

/** The crew will not come. The booking is as good as new and waits for another one. */
export function loseCrew(
  booking: Booking,
  { reason }: { readonly reason: string | null },
  { nowMs }: Now,
): Transition {
  const underWay = dispatched(booking, 'Only a dispatched booking has a crew to lose');
  if (firstStopDone(booking)) {
    throw wrongMove('The first stop is done: a crew can now only be replaced by another one.');
  }
  const after: Booking = {
    ...booking,
    state: 'created',
    crew: null,
    dispatch: null,
    previousDispatches: [...booking.previousDispatches, ended(underWay, reason, nowMs)],
  };
  return moved('loseCrew', booking, after, nowMs);
}

export interface CrewPosition {
  readonly location: CrewLocation;
  readonly etaMs: number | null;
  /** When it was seen there, if that was earlier than it is told. */
  readonly atMs?: number | undefined;
  /** A simulation keeps a pace of its own. */
  readonly intervalMs?: number | undefined;
}

/** Positions that come too soon after the last one are let go: the next one is better. */
export function updateCrewPosition(booking: Booking, position: CrewPosition, { nowMs }: Now): Transition {
  const { crew } = dispatched(booking, 'Only the crew of a dispatched booking is followed');
  const { location, etaMs, intervalMs = POSITION_INTERVAL_MS } = position;
  const atMs = Math.min(position.atMs ?? nowMs, nowMs);
  const isTooSoon = crew.positionAtMs !== null && atMs < crew.positionAtMs + intervalMs;
  const isNews = crew.etaMs !== etaMs || !isAt(crew, location);
  if (isTooSoon || !isNews) return { booking, events: [] };
  const after = { ...booking, crew: { ...crew, location, etaMs, positionAtMs: atMs } };
  return moved('updateCrewPosition', booking, after, nowMs);
}

function isAt({ location: held }: Crew, { longitude, latitude }: CrewLocation): boolean {
  return held?.longitude === longitude && held.latitude === latitude;
}

interface UnderWay {
  readonly crew: Crew;
  readonly dispatch: Dispatch;
}

/** The crew and the dispatch of a booking that has them; `rule` says what only such a booking can do. */
export function dispatched(booking: Booking, rule: string): UnderWay {
  const { state, crew, dispatch } = booking;
  if (state !== 'dispatched' || crew === null || dispatch === null) throw wrongMove(whileIn(rule, booking));
  return { crew, dispatch };
}

/** The same crew is known to be where it was. */
function successor(held: Crew, product: Product, crew: AssignedCrew): Crew {
  const fresh = newcomer(product, crew);
  if (crew.id !== held.id) return fresh;
  const { location, etaMs, positionAtMs } = held;
  return { ...fresh, location, etaMs, positionAtMs };
}

function ended({ crew, dispatch }: UnderWay, reason: string | null, nowMs: number): EndedDispatch {
  return { dispatch, crew: retired(crew), endedAtMs: nowMs, reason };
}
