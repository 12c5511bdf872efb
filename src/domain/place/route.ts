// Routes: two to seven stops in order. The first is the origin, the last the destination.
import { Problem } from '../../lib/problem.ts';
import type { Place } from './location.ts';
import type { StopDetails } from './stop-details.ts';

export const MIN_STOPS = 2;
export const MAX_STOPS = 7;

/** A geocoded place stored for an account; requests can refer to it by id. */
export interface Location extends Place {
  readonly id: string;
}

export interface RouteStop extends StopDetails {
  readonly id: string;
  readonly location: Location;
}

export type Route = readonly RouteStop[];

/** The ends of a route that an arrival window can refer to. */
export type RouteEnd = 'origin' | 'destination';

export function originOf<Stop>(route: readonly Stop[]): Stop {
  return stopAt(route, 0);
}

export function destinationOf<Stop>(route: readonly Stop[]): Stop {
  return stopAt(route, route.length - 1);
}

export function endOf(route: Route, end: RouteEnd): RouteStop {
  return end === 'origin' ? originOf(route) : destinationOf(route);
}

export function refuseStopCount(stopCount: number): void {
  if (stopCount > MAX_STOPS) {
    throw Problem.of(
      'too_many_stops',
      `A route has at most ${MAX_STOPS} stops; this one would have ${stopCount}.`,
    );
  }
  if (stopCount < MIN_STOPS) {
    throw Problem.of(
      'too_few_stops',
      `A route has at least ${MIN_STOPS} stops; this one would have ${stopCount}.`,
    );
  }
}

function stopAt<Stop>(route: readonly Stop[], position: number): Stop {
  const stop = route[position];
  if (!stop) throw new RangeError(`a route has no stop at ${position}`);
  return stop;
}
