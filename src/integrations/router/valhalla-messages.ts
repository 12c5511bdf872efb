// Valhalla's requests and responses, for the external service and for the engine of map regions:
// https://valhalla.github.io/valhalla/api/turn-by-turn/
import type { VehicleLimits } from '../../domain/dispatch/vehicle-limits.ts';
import type { Leg, Waypoint } from '../../domain/place/travel.ts';
import { cellsOf, type MatrixRows } from './read-matrix.ts';
import { listOf, numberOf, property } from './service-request.ts';

/** Error codes about the route, not the service: too far, unconnected, no road near a stop, no path. */
export const NO_ROUTE_CODES: readonly unknown[] = [154, 170, 171, 442];

/** Messages of the engine about the map, not about itself. */
export const NOT_ON_MAP =
  /No suitable edges near location|Locations are in unconnected regions|No path could be found|exceeds the max distance/;

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

/** `verbose: false` selects the compact form. */
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

/** Valhalla in its compact form: rows of distances in miles and durations in seconds. */
export function readMatrix(body: unknown, estimates: MatrixRows): MatrixRows | null {
  const table = property(body, 'sources_to_targets');
  if (property(body, 'units') !== 'miles') return null;
  return cellsOf(property(table, 'distances'), property(table, 'durations'), 1, estimates);
}
