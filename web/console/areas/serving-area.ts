// Which area serves a place, as the server decides it: the highest priority, then the smaller area, then the slug.
import type { Point } from '../../ui/map-projection.ts';
import type { AreaDocument } from './area-documents.ts';
import { type Polygon, type Ring, shapeOf } from './coverage-shape.ts';

/** null: a place that only areas with coverage "everywhere" cover. */
type Place = Point | null;

/** One place for each polygon: the mean of its corners. */
export function placesOf(coverage: unknown): readonly Place[] {
  if (coverage === 'everywhere') return [null];
  return (shapeOf(coverage) ?? []).flatMap(([outer = []]) => (outer.length > 0 ? [meanOf(outer)] : []));
}

export function areaServing<Area extends AreaDocument>(
  areas: readonly Area[],
  place: Place,
): Area | undefined {
  return areas
    .filter(({ coverage }) => covers(coverage, place))
    .toSorted(
      (one, other) =>
        other.priority - one.priority ||
        compare(surfaceOf(one.coverage), surfaceOf(other.coverage)) ||
        compare(one.slug, other.slug),
    )[0];
}

const compare = <Value extends string | number>(one: Value, other: Value) =>
  one === other ? 0 : one < other ? -1 : 1;

function meanOf(ring: Ring): Point {
  const mean = (axis: 0 | 1) => ring.reduce((sum, point) => sum + point[axis], 0) / ring.length;
  return [mean(0), mean(1)];
}

function covers(coverage: unknown, place: Place): boolean {
  if (coverage === 'everywhere') return true;
  return place !== null && (shapeOf(coverage) ?? []).some((polygon) => holds(polygon, place));
}

/** Even-odd rule: a ray to the east from a point inside crosses the edges, also those of holes, an odd number of times. */
function holds(polygon: Polygon, [x, y]: Point): boolean {
  const crossed = polygon.flatMap(edgesOf).filter(([[ax, ay], [bx, by]]) => {
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
  });
  return crossed.length % 2 === 1;
}

/** In square degrees, for comparisons only. */
function surfaceOf(coverage: unknown): number {
  if (coverage === 'everywhere') return Number.POSITIVE_INFINITY;
  const surfaces = (shapeOf(coverage) ?? []).flatMap((polygon) =>
    polygon.map((ring, nth) => (nth === 0 ? ringSurface(ring) : -ringSurface(ring))),
  );
  return surfaces.reduce((sum, surface) => sum + surface, 0);
}

function ringSurface(ring: Ring): number {
  return Math.abs(edgesOf(ring).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0)) / 2;
}

function edgesOf(ring: Ring): readonly (readonly [Point, Point])[] {
  return ring.map((from, index) => [from, ring[(index + 1) % ring.length] ?? from]);
}
