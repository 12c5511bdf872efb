// Interface of a router: travel along waypoints, or one of two failures; and matrices of distances.
import type { VehicleLimits } from '../../domain/dispatch/vehicle-limits.ts';
import type { Distance, Travel, Waypoint } from '../../domain/place/travel.ts';
import type { Unavailable } from '../guarded-service.ts';

export type RouteOutcome =
  | {
      readonly kind: 'found';
      readonly travel: Travel;
      /** The road of each leg, as an encoded polyline (`route-line.ts`); undefined if the route does not follow roads. */
      readonly lines?: readonly string[];
    }
  /** The router works, and there is no drivable route. */
  | { readonly kind: 'no_route'; readonly reason: string }
  /** The router did not respond, or its response was invalid. */
  | Unavailable;

export type MatrixOutcome =
  /** One row per source, one cell per target. */
  { readonly kind: 'found'; readonly rows: readonly (readonly MatrixCell[])[] } | Unavailable;

export interface MatrixCell extends Distance {
  readonly estimated: boolean;
}

export interface Router {
  /**
   * Through two or more waypoints, in the given order. Valhalla, embedded or external, respects the limits of the vehicle;
   * the others route like a car.
   */
  route(waypoints: readonly Waypoint[], vehicle?: VehicleLimits): Promise<RouteOutcome>;
  /** From each source to each target, at most `MAX_MATRIX_POINTS` of each. For planning, not for prices. */
  matrix(sources: readonly Waypoint[], targets: readonly Waypoint[]): Promise<MatrixOutcome>;
  /**
   * What measures: the service, or the versions of the road maps. Journeys that were measured under another identity are
   * not comparable. null: every journey is an estimate.
   */
  identity(): Promise<string | null>;
  /** Whether a request costs nothing and reaches no other host, so that every position of a crew may cause one. */
  readonly isLocal: boolean;
  /** Loads what the first route needs. Never rejects. */
  prepare?(): Promise<void>;
}

export const MAX_MATRIX_POINTS = 50;
