// How the sandbox plays a job: from where a booking stands, the next thing that happens to it. Nothing is planned ahead, so
// a partner may edit, cancel or disturb the booking in between, and a process that starts anew goes on from what it finds.
import type { Booking } from './booking.ts';
import type { CrewLocation } from './crew.ts';
import type { LaborModel } from './price-book.ts';
import type { Route } from './route.ts';

export type SimulationStep =
  | { readonly kind: 'assign' }
  | { readonly kind: 'depart'; readonly stopId: string; readonly stepsToStop: number }
  | { readonly kind: 'drive'; readonly location: CrewLocation; readonly stepsToStop: number }
  | { readonly kind: 'arrive'; readonly stopId: string }
  | { readonly kind: 'complete'; readonly stopId: string; readonly position: number }
  | { readonly kind: 'decide'; readonly stopId: string };

/** Positions told on each leg, between departure and arrival. */
export const POSITIONS_PER_LEG = 3;

/** A crew starts about two miles from the first stop. */
const STARTING_DISTANCE_DEGREES = 0.03;

/** `positionsTold` counts those on the leg that is being driven. null: the play is over. */
export function nextSimulationStep(booking: Booking, positionsTold: number): SimulationStep | null {
  const { state, dispatch, route } = booking;
  if (state === 'created') return { kind: 'assign' };
  if (state !== 'dispatched' || dispatch === null) return null;
  const { routePosition: position, routeStopId: stopId } = dispatch;
  if (dispatch.failure !== null) return { kind: 'decide', stopId };
  if (dispatch.state === 'pending') return { kind: 'depart', stopId, stepsToStop: POSITIONS_PER_LEG + 1 };
  if (dispatch.state === 'at') return { kind: 'complete', stopId, position };
  if (positionsTold >= POSITIONS_PER_LEG) return { kind: 'arrive', stopId };
  const along = (positionsTold + 1) / (POSITIONS_PER_LEG + 1);
  return {
    kind: 'drive',
    location: pointOnLeg(route, position, along),
    stepsToStop: POSITIONS_PER_LEG - positionsTold,
  };
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
