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

/** Points that lie within this distance of the line without them are left out: about 5 m. */
const TOLERANCE_DEGREES = 0.00005;
const DECIMALS = 5;

/** Fewer points, with five decimals, for display (Douglas–Peucker). */
export function simplifyLine(line: readonly LinePoint[]): LinePoint[] {
  const isKept = line.map((_, index) => index === 0 || index === line.length - 1);
  const open: [number, number][] = [[0, line.length - 1]];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [first, last] = part;
    const farthest = farthestBetween(line, first, last);
    if (farthest === null) continue;
    isKept[farthest] = true;
    open.push([first, farthest], [farthest, last]);
  }
  const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS));
  return line
    .filter((_, index) => isKept[index])
    .map(([longitude, latitude]) => [rounded(longitude), rounded(latitude)]);
}

/** Index of the point farthest from the straight line between two points; null if all are within the tolerance. */
function farthestBetween(line: readonly LinePoint[], first: number, last: number): number | null {
  const [start, end] = [line[first], line[last]];
  if (!start || !end) return null;
  let [farthest, most]: [number | null, number] = [null, TOLERANCE_DEGREES ** 2];
  for (let index = first + 1; index < last; index += 1) {
    const squared = squaredDistance(line[index] ?? start, start, end);
    if (squared > most) [farthest, most] = [index, squared];
  }
  return farthest;
}

function squaredDistance(point: LinePoint, start: LinePoint, end: LinePoint): number {
  const scale = Math.cos((start[1] * Math.PI) / 180);
  const flat = (at: LinePoint) => [(at[0] - start[0]) * scale, at[1] - start[1]] as const;
  const [[px, py], [ex, ey]] = [flat(point), flat(end)];
  const length = ex * ex + ey * ey;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * ex + py * ey) / length));
  return (px - share * ex) ** 2 + (py - share * ey) ** 2;
}
