// Google Routes API: https://developers.google.com/maps/documentation/routes/compute_route_directions Written from the
// documentation and tested against a fake server that responds as documented; not tested against the live service.
import type { Waypoint } from '../../domain/place/travel.ts';
import { serviceUrl } from '../service-url.ts';
import {
  legFromMetric,
  listOf,
  type ParsedServiceResponse,
  property,
  type RouteSource,
  requestRoute,
  textOf,
} from './service-request.ts';

export function googleRouter(base: string, key: string): RouteSource {
  const url = serviceUrl(base, 'directions/v2:computeRoutes');
  const headers = {
    'x-goog-api-key': key,
    'x-goog-fieldmask': 'routes.legs.distanceMeters,routes.legs.duration',
  };
  return {
    route: (waypoints) =>
      requestRoute(waypoints, {
        service: 'Google Routes',
        url,
        request: { method: 'POST', headers, body: requestBodyFor(waypoints) },
        read,
      }),
  };
}

function requestBodyFor(waypoints: readonly Waypoint[]) {
  const points = waypoints.map(({ latitude, longitude }) => ({
    location: { latLng: { latitude, longitude } },
  }));
  return {
    origin: points.at(0),
    intermediates: points.slice(1, -1),
    destination: points.at(-1),
    travelMode: 'DRIVE',
    // A fare must not depend on the traffic at the time of the quote.
    routingPreference: 'TRAFFIC_UNAWARE',
  };
}

/**
 * Without a route the response is `{}`, because empty lists are omitted. Any other response without a route is invalid.
 */
function read(status: number, body: unknown): ParsedServiceResponse {
  if (status !== 200 || typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const routes = listOf(property(body, 'routes'));
  const none =
    Object.keys(body).length === 0 || (Array.isArray(property(body, 'routes')) && routes.length === 0);
  return none
    ? { noRoute: 'no route between these points' }
    : { legs: listOf(property(routes[0], 'legs')).map(legOf) };
}

/** Google omits zeros in its JSON; durations have the form "165s". */
function legOf(leg: unknown) {
  const [meters, duration] = [property(leg, 'distanceMeters') ?? 0, property(leg, 'duration') ?? '0s'];
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textOf(duration))?.[1];
  return legFromMetric(meters, seconds === undefined ? undefined : Number(seconds));
}
