// Roads of a route for pages and ETAs: from the router of this server, or nothing. Unlike prices, neither may wait for the
// router or fail with it. The lines are not stored: the router caches routes, and a booking's row stays small.
import type { Context } from '../../context.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import type { VehicleLimits } from '../../domain/dispatch/vehicle-limits.ts';
import { type Place, uncertaintyMiles } from '../../domain/place/location.ts';
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

/** A route whose roads are drawn. */
export interface DrawnRoute {
  readonly places: readonly (Waypoint & Pick<Place, 'locationType' | 'radiusMiles'>)[];
  readonly vehicle: VehicleLimits | undefined;
}

export async function routeGeometry(
  context: Pick<Context, 'router'>,
  { route, quote }: Pick<Booking, 'route' | 'quote'>,
): Promise<RouteGeometry> {
  const places = route.map(({ location }) => location);
  const roads = await findRoads(context, waypointsOf(places), quote.vehicle);
  return geometryOf(places.length - 1, roads);
}

/** The engine answers one request after another: a second one waits, so that it is never idle. */
const REQUESTS_AT_ONCE = 2;

/**
 * Roads of many routes, for a page that refreshes itself. Waits for all of them no longer than for one. Routes that are not
 * ready by then have unknown roads, and are not requested: quotes wait for the same engine. Each refresh adds some, because
 * the router caches routes.
 */
export async function routeGeometries(
  { router }: Pick<Context, 'router'>,
  routes: readonly DrawnRoute[],
): Promise<RouteGeometry[]> {
  const found = routes.map(({ places }) => geometryOf(places.length - 1, null));
  if (!router.isLocal) return found;
  const deadline = performance.now() + MAX_WAIT_MS;
  const open = routes.entries();
  const work = async () => {
    for (const [index, { places, vehicle }] of open) {
      if (performance.now() >= deadline) return;
      const outcome = await router.route(waypointsOf(places), vehicle);
      found[index] = geometryOf(places.length - 1, outcome.kind === 'found' ? outcome : null);
    }
  };
  await within(MAX_WAIT_MS, Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work)), null);
  return [...found];
}

function waypointsOf(places: DrawnRoute['places']): Waypoint[] {
  return places.map((place) => ({
    longitude: place.longitude,
    latitude: place.latitude,
    uncertaintyMiles: uncertaintyMiles(place),
  }));
}

/** By the lines of the router, which are the same object while the router caches the route. */
const drawn = new WeakMap<readonly string[], RouteGeometry>();

function geometryOf(legCount: number, roads: { readonly lines?: readonly string[] } | null): RouteGeometry {
  const { lines } = roads ?? {};
  if (!lines) return Array.from({ length: legCount }, () => null);
  const known = drawn.get(lines);
  if (known) return known;
  const geometry = lines.map((line) => simplifyLine(decodeLine(line)));
  drawn.set(lines, geometry);
  return geometry;
}
