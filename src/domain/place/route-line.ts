// The line of a route on the map: encoded polylines of routing engines (Google's format with six decimals), points, and the
// nearest point of a line.
import type { Waypoint } from './travel.ts';
import { straightMiles } from './travel-estimate.ts';

/** Longitude and latitude, in degrees. */
export type LinePoint = readonly [longitude: number, latitude: number];

const UNITS_PER_DEGREE = 1e6;

/** Throws if the text is not an encoded polyline. */
export function decodeLine(encoded: string): LinePoint[] {
  const points: LinePoint[] = [];
  let at = 0;
  let [longitude, latitude] = [0, 0];
  const next = (): number => {
    let [value, shift] = [0, 0];
    for (;;) {
      const bits = encoded.charCodeAt(at) - 63;
      if (!(bits >= 0 && bits < 64) || shift > 30) throw new RangeError('not an encoded polyline');
      at += 1;
      value |= (bits & 31) << shift;
      shift += 5;
      if (bits < 32) return value & 1 ? ~(value >> 1) : value >> 1;
    }
  };
  while (at < encoded.length) {
    latitude += next();
    longitude += next();
    points.push([longitude / UNITS_PER_DEGREE, latitude / UNITS_PER_DEGREE]);
  }
  return points;
}

export interface NearestPoint {
  readonly point: LinePoint;
  readonly miles: number;
}

/** The nearest point of the line; null for a line without points. Distances are those of a plane, which is right nearby. */
export function nearestPoint(line: readonly LinePoint[], to: Waypoint): NearestPoint | null {
  const scale = Math.cos((to.latitude * Math.PI) / 180);
  const flat = ([longitude, latitude]: LinePoint) => [
    (longitude - to.longitude) * scale,
    latitude - to.latitude,
  ];
  let best: { point: LinePoint; squared: number } | null = null;
  for (const [index, end] of line.entries()) {
    const start = line[index - 1] ?? end;
    const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [flat(start), flat(end)];
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
    const squared = (ax + share * dx) ** 2 + (ay + share * dy) ** 2;
    if (best && squared >= best.squared) continue;
    const point = [start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])] as const;
    best = { point, squared };
  }
  if (!best) return null;
  const [longitude, latitude] = best.point;
  return { point: best.point, miles: straightMiles({ longitude, latitude }, to) };
}
