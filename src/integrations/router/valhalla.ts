// Valhalla route service, self-hosted or hosted: https://valhalla.github.io/valhalla/api/turn-by-turn/
import type { VehicleLimits } from '../../domain/dispatch/vehicle-limits.ts';
import type { Leg, Waypoint } from '../../domain/place/travel.ts';
import { serviceUrl } from '../service-url.ts';
import { readMatrix, requestMatrix } from './read-matrix.ts';
import {
  listOf,
  numberOf,
  type ParsedServiceResponse,
  property,
  type RouteSource,
  requestRoute,
  textOf,
} from './service-request.ts';

/** Error codes about the route, not the service: too far, unconnected, no road near a stop, no path. */
const NO_ROUTE_CODES: readonly unknown[] = [154, 170, 171, 442];

export function valhallaRouter(base: string): RouteSource {
  const url = serviceUrl(base, 'route');
  const matrixUrl = serviceUrl(base, 'sources_to_targets');
  return {
    route: (waypoints, vehicle) =>
      requestRoute(waypoints, {
        service: 'Valhalla',
        url,
        request: { method: 'POST', body: requestBodyFor(waypoints, vehicle) },
        read,
      }),
    matrix: (sources, targets) =>
      requestMatrix(sources, targets, {
        service: 'Valhalla',
        url: matrixUrl,
        request: { method: 'POST', body: matrixBodyFor(sources, targets) },
        read: readMatrix,
      }),
  };
}

/** Also understood by the embedded engine. */
export function requestBodyFor(waypoints: readonly Waypoint[], vehicle?: VehicleLimits) {
  return {
    locations: waypoints.map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude, type: 'break' })),
    // Most vehicles use the same roads as cars. Without dimensions, the truck profile assumes 4.1 m and 22 t and would cause
    // detours for a pickup.
    ...(vehicle
      ? { costing: 'truck', costing_options: { truck: truckOptions(vehicle) } }
      : { costing: 'auto' }),
    units: 'miles',
    directions_type: 'none',
  };
}

/** Also understood by the embedded engine. `verbose` selects the compact form. */
export function matrixBodyFor(sources: readonly Waypoint[], targets: readonly Waypoint[]) {
  const places = (waypoints: readonly Waypoint[]) =>
    waypoints.map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude }));
  return {
    sources: places(sources),
    targets: places(targets),
    costing: 'auto',
    units: 'miles',
    verbose: false,
  };
}

/** Meters and metric tons. The rear axle of a loaded truck with two axles carries about 70 % of its weight. */
function truckOptions({ heightFeet, widthFeet, lengthFeet, weightPounds }: VehicleLimits) {
  const meters = (feet: number) => Number((feet * 0.3048).toFixed(2));
  const tons = (pounds: number) => Number((pounds * 0.000_453_592).toFixed(2));
  return {
    height: meters(heightFeet),
    width: meters(widthFeet),
    length: meters(lengthFeet),
    weight: tons(weightPounds),
    axle_load: tons(0.7 * weightPounds),
  };
}

function read(status: number, body: unknown): ParsedServiceResponse {
  if (status === 400 && NO_ROUTE_CODES.includes(property(body, 'error_code'))) {
    return { noRoute: textOf(property(body, 'error')) };
  }
  return status === 200 ? readTrip(body) : null;
}

/** null if the response has another format. */
export function readTrip(body: unknown): { legs: Leg[]; lines: string[] } | null {
  const trip = property(body, 'trip');
  if (property(trip, 'units') !== 'miles') return null;
  const parts = listOf(property(trip, 'legs'));
  const summaries = parts.map((leg) => property(leg, 'summary'));
  return {
    legs: summaries.map((summary) => ({
      miles: numberOf(property(summary, 'length')),
      minutes: numberOf(property(summary, 'time')) / 60,
    })),
    lines: parts.map((leg) => property(leg, 'shape')).filter((shape) => typeof shape === 'string'),
  };
}
