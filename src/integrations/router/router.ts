// What the rest of the house knows of routing: waypoints in, travel out, and the two ways in which that can fail.
import type { Travel, Waypoint } from '../../domain/travel.ts';
import type { Unavailable } from '../guarded-service.ts';

export type RouteOutcome =
  | { readonly kind: 'found'; readonly travel: Travel }
  /** The router works and says that one cannot drive there. */
  | { readonly kind: 'no_route'; readonly reason: string }
  /** The router did not answer, or not in a form to be trusted. */
  | Unavailable;

export interface Router {
  /** Through two or more waypoints in the order given. */
  route(waypoints: readonly Waypoint[]): Promise<RouteOutcome>;
}
