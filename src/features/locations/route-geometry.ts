// Roads of a route for pages and ETAs: from the router of this server, or nothing. Unlike prices, neither may wait for the
// router or fail with it. The lines are not stored: the router caches routes, and a booking's row stays small.
import type { Context } from '../../context.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import type { VehicleLimits } from '../../domain/dispatch/vehicle-limits.ts';
import { uncertaintyMiles } from '../../domain/place/location.ts';
import { decodeLine, type LinePoint, simplifyLine } from '../../domain/place/route-line.ts';
import type { Travel, Waypoint } from '../../domain/place/travel.ts';
import { within } from '../../lib/within.ts';

/** One entry per leg; null if its roads are unknown. */
export type RouteGeometry = readonly (LinePoint[] | null)[];

interface RoadRoute {
  readonly travel: Travel;
  readonly lines: readonly string[];
}

const MAX_WAIT_MS = 500;

/** null if the router is an external service, does not answer at once, or knows no roads there. */
export async function findRoads(
  { router }: Pick<Context, 'router'>,
  waypoints: readonly Waypoint[],
  vehicle?: VehicleLimits,
): Promise<RoadRoute | null> {
  if (!router.isLocal) return null;
  const outcome = await within(MAX_WAIT_MS, router.route(waypoints, vehicle), null);
  return outcome?.kind === 'found' && outcome.lines ? { travel: outcome.travel, lines: outcome.lines } : null;
}

export async function routeGeometry(
  context: Pick<Context, 'router'>,
  { route, quote }: Pick<Booking, 'route' | 'quote'>,
): Promise<RouteGeometry> {
  const roads = await findRoads(
    context,
    route.map(({ location }) => ({
      longitude: location.longitude,
      latitude: location.latitude,
      uncertaintyMiles: uncertaintyMiles(location),
    })),
    quote.vehicle,
  );
  if (!roads) return route.slice(1).map(() => null);
  return roads.lines.map((line) => simplifyLine(decodeLine(line)));
}
