// Coverage of a service area: everywhere, or GeoJSON polygons. Points on a boundary, including that of a hole, count
// as inside. Coordinates are treated as planar; as in RFC 7946, shapes that cross the antimeridian must be split.
// Rings are not checked for self-intersection: the even-odd rule defines the result for any ring.

/** `[longitude, latitude]` in decimal degrees. */
export type Position = readonly [longitude: number, latitude: number];
/** Closed: the last position repeats the first. */
export type Ring = readonly Position[];
/** The outer ring, then its holes. */
export type PolygonRings = readonly Ring[];

export type Coverage =
  | 'everywhere'
  | { readonly type: 'Polygon'; readonly coordinates: PolygonRings }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly PolygonRings[] };

/** About 0.1 mm: points this close to an edge count as on it, to absorb rounding errors. */
const ON_EDGE_DEGREES = 1e-9;

export function covers(coverage: Coverage, point: Position): boolean {
  return coverage === 'everywhere' || polygonsOf(coverage).some((polygon) => polygonHolds(polygon, point));
}

/** Area in square degrees, for comparisons only. */
export function surface(coverage: Coverage): number {
  if (coverage === 'everywhere') return Number.POSITIVE_INFINITY;
  return polygonsOf(coverage).reduce((sum, polygon) => sum + polygonSurface(polygon), 0);
}

export function polygonsOf(coverage: Exclude<Coverage, 'everywhere'>): readonly PolygonRings[] {
  return coverage.type === 'Polygon' ? [coverage.coordinates] : coverage.coordinates;
}

function polygonHolds([outer, ...holes]: PolygonRings, point: Position): boolean {
  if (outer === undefined || locate(outer, point) === 'outside') return false;
  return !holes.some((hole) => locate(hole, point) === 'inside');
}

/** Even-odd rule: a ray to the east from a point inside crosses the ring an odd number of times. */
function locate(ring: Ring, point: Position): 'inside' | 'boundary' | 'outside' {
  const [x, y] = point;
  let inside = false;
  let a = ring[0] ?? point;
  for (const b of ring) {
    const [ax, ay] = a;
    const [bx, by] = b;
    const near = Math.max(ay, by) >= y - ON_EDGE_DEGREES && Math.min(ay, by) <= y + ON_EDGE_DEGREES;
    if (near && distanceToEdge(point, a, b) <= ON_EDGE_DEGREES) return 'boundary';
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    a = b;
  }
  return inside ? 'inside' : 'outside';
}

function distanceToEdge([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const [dx, dy] = [bx - ax, by - ay];
  const lengthSquared = dx * dx + dy * dy;
  const along = lengthSquared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / lengthSquared;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

function polygonSurface([outer = [], ...holes]: PolygonRings): number {
  return ringSurface(outer) - holes.reduce((sum, hole) => sum + ringSurface(hole), 0);
}

function ringSurface(ring: Ring): number {
  const doubled = ring.slice(1).reduce((sum, [bx, by], index) => {
    const [ax, ay] = ring[index] ?? [bx, by];
    return sum + ax * by - bx * ay;
  }, 0);
  return Math.abs(doubled) / 2;
}
