// A router whose routes follow roads: along the parallel, then along the meridian, with a corner in between.
import type { LinePoint } from '../../src/domain/place/route-line.ts';
import type { Waypoint } from '../../src/domain/place/travel.ts';
import { estimateRouter } from '../../src/integrations/router/estimate-router.ts';
import type { Router } from '../../src/integrations/router/router.ts';

/** Google's format: differences of points, in units of 1e-6 degrees. */
function encode(points: readonly LinePoint[]): string {
  const text = (value: number) => {
    let [rest, encoded] = [value < 0 ? ~(value << 1) : value << 1, ''];
    for (; rest >= 32; rest >>>= 5) encoded += String.fromCharCode((32 | (rest & 31)) + 63);
    return encoded + String.fromCharCode(rest + 63);
  };
  const units = points.map(([longitude, latitude]) => [
    Math.round(latitude * 1e6),
    Math.round(longitude * 1e6),
  ]);
  return units
    .map(([y = 0, x = 0], at) => text(y - (units[at - 1]?.[0] ?? 0)) + text(x - (units[at - 1]?.[1] ?? 0)))
    .join('');
}

const pointOf = ({ longitude, latitude }: Waypoint): LinePoint => [longitude, latitude];

export function roadLines(waypoints: readonly Waypoint[]): string[] {
  return waypoints.slice(1).map((to, leg) => {
    const from = waypoints[leg] ?? to;
    return encode([pointOf(from), [to.longitude, from.latitude], pointOf(to)]);
  });
}

/** Distances and times are estimates. */
export function roadRouter(): Router {
  return {
    ...estimateRouter,
    isLocal: true,
    route: async (waypoints) => {
      const outcome = await estimateRouter.route(waypoints);
      return outcome.kind === 'found' ? { ...outcome, lines: roadLines(waypoints) } : outcome;
    },
  };
}
