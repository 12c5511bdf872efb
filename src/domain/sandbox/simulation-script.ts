// Simulation of a sandbox booking: derives the next step from the current state. Nothing is planned or stored, so a
// partner may edit, cancel or disturb the booking at any time, and a restarted process continues from the stored
// state.
import type { Booking } from '../booking/booking.ts';
import type { Failure } from '../booking/booking-ending.ts';
import type { CrewLocation } from '../dispatch/crew.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import type { LaborModel } from '../money/price-book.ts';
import type { SettlementInputs } from '../money/settlement.ts';
import type { Route } from '../place/route.ts';
import { magicFailure } from './magic-values.ts';

export type SimulationStep =
  | { readonly kind: 'fail'; readonly cause: Failure }
  | { readonly kind: 'assign' }
  | { readonly kind: 'depart'; readonly stopId: string; readonly stepsToStop: number }
  | { readonly kind: 'drive'; readonly location: CrewLocation; readonly stepsToStop: number }
  | { readonly kind: 'arrive'; readonly stopId: string; readonly location: CrewLocation }
  | { readonly kind: 'complete'; readonly stopId: string; readonly position: number }
  | { readonly kind: 'move_on'; readonly stopId: string }
  | { readonly kind: 'retry'; readonly stopId: string }
  | { readonly kind: 'skip'; readonly stopId: string; readonly reason: string };

/** Positions reported per leg, between departure and arrival. */
export const POSITIONS_PER_LEG = 3;

/** The crew starts about two miles from the first stop. */
const STARTING_DISTANCE_DEGREES = 0.03;

/** null if the simulation is over. */
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
  if (dispatch.state === 'done') return { kind: 'move_on', stopId };
  return nextDrivingStep(booking, dispatch);
}

/** A magic order number makes the booking fail in place of the first assignment. */
function firstStep({ orderNumber, previousDispatches }: Booking): SimulationStep {
  const cause = previousDispatches.length === 0 ? magicFailure(orderNumber) : null;
  return cause ? { kind: 'fail', cause } : { kind: 'assign' };
}

function nextDrivingStep({ crew, route }: Booking, dispatch: Dispatch): SimulationStep {
  const { routePosition: position, routeStopId: stopId } = dispatch;
  const points = Array.from({ length: POSITIONS_PER_LEG }, (_, index) =>
    pointOnLeg(route, position, (index + 1) / (POSITIONS_PER_LEG + 1)),
  );
  const reported = points.findLastIndex((point) => isSameLocation(point, crew?.location ?? null)) + 1;
  const location = points[reported];
  return location
    ? { kind: 'drive', location, stepsToStop: points.length - reported }
    : { kind: 'arrive', stopId, location: stopLocation(route, position) };
}

function isSameLocation(one: CrewLocation, other: CrewLocation | null): boolean {
  return one.longitude === other?.longitude && one.latitude === other.latitude;
}

/** Actual work of a simulated booking. Skipped stops have no labor. */
export function simulatedSettlement({ quote, route, dispatch }: Booking): SettlementInputs {
  const ids = route.map(({ id }) => id);
  const skipped = new Set(
    dispatch?.events.flatMap(({ outcome, routeStopId }) => (outcome === 'skipped' ? [routeStopId] : [])),
  );
  const minutes = simulatedLaborMinutes(quote.prices.labor, ids);
  return {
    laborMinutesByStop: minutes.map((each, position) => (skipped.has(ids[position] ?? '') ? 0 : each)),
  };
}

/** Whole minutes per stop, within the quoted range; deterministic per stop. */
export function simulatedLaborMinutes(labor: LaborModel, stopIds: readonly string[]): number[] {
  if (labor.kind === 'fixed') return stopIds.map(() => labor.minutesPerStop);
  const { lowMinutesPerStop: low, highMinutesPerStop: high } = labor;
  return stopIds.map((id) => Math.min(high, Math.round(low + (high - low) * fraction(id))));
}

/** Pseudo-random number from 0 to 1, from the random end of an id. */
export function fraction(id: string): number {
  return Number.parseInt(id.slice(-8), 16) / 0xffff_ffff;
}

/** The position of the crew on the current leg; the start of the leg if no position was reported yet. */
export function crewLocationOnLeg({ crew, dispatch, route }: Booking): CrewLocation {
  return crew?.location ?? pointOnLeg(route, dispatch?.routePosition ?? 0, 0);
}

function stopLocation(route: Route, position: number): CrewLocation {
  const stop = route[position];
  if (!stop) throw new RangeError(`a route has no stop at ${position}`);
  const { longitude, latitude } = stop.location;
  return { longitude, latitude };
}

function pointOnLeg(route: Route, position: number, along: number): CrewLocation {
  const to = stopLocation(route, position);
  const from = route[position - 1]?.location ?? {
    longitude: to.longitude - STARTING_DISTANCE_DEGREES,
    latitude: to.latitude,
  };
  const between = (a: number, b: number) => Number((a + (b - a) * along).toFixed(6));
  return { longitude: between(from.longitude, to.longitude), latitude: between(from.latitude, to.latitude) };
}
