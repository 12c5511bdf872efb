// Interface of a router: waypoints in, travel out, or one of two failures.
import type { Travel, Waypoint } from '../../domain/place/travel.ts';
import type { Unavailable } from '../guarded-service.ts';

export type RouteOutcome =
  | { readonly kind: 'found'; readonly travel: Travel }
  /** The router works, and there is no drivable route. */
  | { readonly kind: 'no_route'; readonly reason: string }
  /** The router did not respond, or its response was invalid. */
  | Unavailable;

export interface Router {
  /** Through two or more waypoints, in the given order. */
  route(waypoints: readonly Waypoint[]): Promise<RouteOutcome>;
}
