// How the sandbox plays a job: from where a booking stands, the next thing that happens to it. Nothing is planned ahead and
// nothing is remembered, so a partner may edit, cancel or disturb the booking in between, and a process that starts anew
// goes on from what it finds.
import type { Booking } from './booking.ts';
import type { Failure } from './booking-ending.ts';
import type { CrewLocation } from './crew.ts';
import type { Dispatch } from './dispatch.ts';
import { failureWanted } from './magic-values.ts';
import type { LaborModel } from './price-book.ts';
import type { Route } from './route.ts';

export type SimulationStep =
  | { readonly kind: 'fail'; readonly cause: Failure }
  | { readonly kind: 'assign' }
  | { readonly kind: 'depart'; readonly stopId: string; readonly stepsToStop: number }
  | { readonly kind: 'drive'; readonly location: CrewLocation; readonly stepsToStop: number }
  | { readonly kind: 'arrive'; readonly stopId: string }
  | { readonly kind: 'complete'; readonly stopId: string; readonly position: number }
  | { readonly kind: 'retry'; readonly stopId: string }
  | { readonly kind: 'skip'; readonly stopId: string; readonly reason: string };

/** Positions told on each leg, between departure and arrival. */
export const POSITIONS_PER_LEG = 3;

/** A crew starts about two miles from the first stop. */
const STARTING_DISTANCE_DEGREES = 0.03;

/** null: the play is over. */
export function nextSimulationStep(booking: Booking): SimulationStep | null {
  const { state, dispatch } = booking;
  if (state === 'created') return firstStep(booking);
  if (state !== 'dispatched' || dispatch === null) return null;
  const { routePosition: position, routeStopId: stopId, failure } = dispatch;
  if (failure !== null) {
    return failure.next === 'skip'
      ? { kind: 'skip', stopId, reason: failure.reason }
      : { kind: 'retry', stopId };
  }
  if (dispatch.state === 'pending') return { kind: 'depart', stopId, stepsToStop: POSITIONS_PER_LEG + 1 };
  if (dispatch.state === 'at') return { kind: 'complete', stopId, position };
  return stepOnTheWay(booking, dispatch);
}

/** Whoever asks for a failed booking gets it in place of the first crew. */
function firstStep({ orderNumber, previousDispatches }: Booking): SimulationStep {
  const cause = previousDispatches.length === 0 ? failureWanted(orderNumber) : null;
  return cause ? { kind: 'fail', cause } : { kind: 'assign' };
}

function stepOnTheWay({ crew, route }: Booking, dispatch: Dispatch): SimulationStep {
  const { routePosition: position, routeStopId: stopId } = dispatch;
  const points = Array.from({ length: POSITIONS_PER_LEG }, (_, told) =>
    pointOnLeg(route, position, (told + 1) / (POSITIONS_PER_LEG + 1)),
  );
  const told = points.findLastIndex((point) => isSamePlace(point, crew?.location ?? null)) + 1;
  const location = points[told];
  return location
    ? { kind: 'drive', location, stepsToStop: points.length - told }
    : { kind: 'arrive', stopId };
}

function isSamePlace(one: CrewLocation, other: CrewLocation | null): boolean {
  return one.longitude === other?.longitude && one.latitude === other.latitude;
}

/** In whole minutes, one entry per stop, within what the quote expects; the same for the same booking. */
export function simulatedLaborMinutes(labor: LaborModel, stopIds: readonly string[]): number[] {
  if (labor.kind === 'fixed') return stopIds.map(() => labor.minutesPerStop);
  const { lowMinutesPerStop: low, highMinutesPerStop: high } = labor;
  return stopIds.map((id) => Math.min(high, Math.round(low + (high - low) * fraction(id))));
}

/** Between 0 and 1, from the end of an id, which is random. */
export function fraction(id: string): number {
  return Number.parseInt(id.slice(-8), 16) / 0xffff_ffff;
}

/** Where the crew is on its way; where the leg begins as long as nobody has said. */
export function crewLocationOnLeg({ crew, dispatch, route }: Booking): CrewLocation {
  return crew?.location ?? pointOnLeg(route, dispatch?.routePosition ?? 0, 0);
}

function pointOnLeg(route: Route, position: number, along: number): CrewLocation {
  const to = route[position]?.location;
  if (!to) throw new RangeError(`a route has no stop at ${position}`);
  const from = route[position - 1]?.location ?? {
    longitude: to.longitude - STARTING_DISTANCE_DEGREES,
    latitude: to.latitude,
  };
  const between = (a: number, b: number) => Number((a + (b - a) * along).toFixed(6));
  return { longitude: between(from.longitude, to.longitude), latitude: between(from.latitude, to.latitude) };
}
