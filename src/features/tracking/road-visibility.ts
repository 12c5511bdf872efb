// Roads on the tracking page, with the precision at which the viewer sees the stops: the end of a line is an address.
import type { Route } from '../../domain/place/route.ts';
import { type LinePoint, nearestPoint } from '../../domain/place/route-line.ts';
import { straightMiles } from '../../domain/place/travel-estimate.ts';
import type { RouteGeometry } from '../locations/route-geometry.ts';
import type { StopPrecision } from './stop-visibility.ts';

/** The line ends this far from a stop that is shown by its street only. */
const HIDDEN_MILES: Readonly<Record<'door' | 'street', number>> = { door: 0, street: 0.15 };
/** Farther from the road, the crew is somewhere else: on a detour, or at a gas station. */
const MAX_MILES_TO_ROAD = 0.05;

/** Legs from or to a stop of which the viewer sees the town only are left out. */
export function visibleGeometry(
  route: Route,
  geometry: RouteGeometry,
  precision: readonly StopPrecision[],
): (LinePoint[] | null)[] {
  return geometry.map((line, leg) => {
    const ends = [leg, leg + 1].map((position) => {
      const seen = precision[position] ?? 'town';
      const stop = route[position];
      return stop && seen !== 'town' ? { location: stop.location, hiddenMiles: HIDDEN_MILES[seen] } : null;
    });
    if (line === null || ends.includes(null)) return null;
    const visible = line.filter(([longitude, latitude]) =>
      ends.every((end) => end && straightMiles({ longitude, latitude }, end.location) >= end.hiddenMiles),
    );
    return visible.length > 1 ? visible : null;
  });
}

/** The nearest point of the road that the crew follows; its reported position if it is not near. */
export function crewPointOnRoad(
  location: { readonly longitude: number; readonly latitude: number },
  line: readonly LinePoint[] | null,
): { readonly longitude: number; readonly latitude: number } {
  const nearest = line && nearestPoint(line, location);
  if (!nearest || nearest.miles > MAX_MILES_TO_ROAD) return location;
  return { longitude: nearest.point[0], latitude: nearest.point[1] };
}
