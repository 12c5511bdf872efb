// Coverage of an area as polygons to edit: moves, inserts and deletes points, and finds what is wrong with a shape.
import type { Point } from '../../ui/map-projection.ts';

/** Without the repeated last position of GeoJSON. */
export type Ring = readonly Point[];
/** The outline, then holes. */
export type Polygon = readonly Ring[];
export type Shape = readonly Polygon[];

export interface VertexPath {
  readonly polygon: number;
  readonly ring: number;
  readonly vertex: number;
}

export const MIN_POINTS = 3;
/** Web Mercator ends there. */
const MAX_LATITUDE = 85;

/** null: not a geometry of GeoJSON, such as "everywhere". */
export function shapeOf(coverage: unknown): Shape | null {
  if (typeof coverage !== 'object' || coverage === null) return null;
  const { type, coordinates } = coverage as { readonly type?: unknown; readonly coordinates?: unknown };
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null;
  if (!isListOf(polygons, (polygon) => isListOf(polygon, (ring) => isListOf(ring, isPoint)))) return null;
  return (polygons as Shape).map((polygon) => polygon.map(openRing));
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isPoint(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part));
}

function openRing(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? ring.slice(0, -1) : ring;
}

/** GeoJSON: a Polygon, or a MultiPolygon if there are several. */
export function coverageOf(shape: Shape): unknown {
  const closed = shape.map((polygon) => polygon.map((ring) => [...ring, ...ring.slice(0, 1)]));
  return closed.length === 1
    ? { type: 'Polygon', coordinates: closed[0] }
    : { type: 'MultiPolygon', coordinates: closed };
}

/** Six decimals are about 10 centimetres. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

export function limited([longitude, latitude]: Point): Point {
  const within = (value: number, limit: number) => rounded(Math.max(-limit, Math.min(limit, value)));
  return [within(longitude, 180), within(latitude, MAX_LATITUDE)];
}

export function movePoint(shape: Shape, at: VertexPath, point: Point): Shape {
  return withRing(shape, at, (ring) => ring.with(at.vertex, limited(point)));
}

/** The new point is in the middle of the edge that begins at `at`. */
export function insertAfter(shape: Shape, at: VertexPath): Shape {
  return withRing(shape, at, (ring) => {
    const [from, to] = [ring[at.vertex], ring[(at.vertex + 1) % ring.length]];
    if (!from || !to) return ring;
    const middle = limited([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
    return ring.toSpliced(at.vertex + 1, 0, middle);
  });
}

export function deletePoint(shape: Shape, at: VertexPath): Shape {
  return withRing(shape, at, (ring) => ring.toSpliced(at.vertex, 1));
}

/** Deletes the hole, or the polygon with its holes. */
export function deleteRing(shape: Shape, { polygon, ring }: VertexPath): Shape {
  if (ring === 0) return shape.toSpliced(polygon, 1);
  return shape.map((rings, index) => (index === polygon ? rings.toSpliced(ring, 1) : rings));
}

function withRing(shape: Shape, { polygon, ring }: VertexPath, change: (ring: Ring) => Ring): Shape {
  return shape.map((rings, index) =>
    index === polygon ? rings.map((points, nth) => (nth === ring ? change(points) : points)) : rings,
  );
}

export function ringAt(shape: Shape, { polygon, ring }: Omit<VertexPath, 'vertex'>): Ring {
  return shape[polygon]?.[ring] ?? [];
}

/** "Polygon 1", or "Hole 1 of polygon 2". */
export function ringName({ polygon, ring }: Omit<VertexPath, 'vertex'>): string {
  return ring === 0 ? `Polygon ${polygon + 1}` : `Hole ${ring} of polygon ${polygon + 1}`;
}

/** All points of all rings, in order. */
export function pathsOf(shape: Shape): readonly VertexPath[] {
  return shape.flatMap((rings, polygon) =>
    rings.flatMap((points, ring) => points.map((_, vertex) => ({ polygon, ring, vertex }))),
  );
}

/** The points of all polygons, or of the widest one if they are on both sides of the world. */
export function pointsToShow(shape: Shape): readonly Point[] {
  const points = shape.flatMap((polygon) => polygon.flat());
  if (spanOf(points) <= 180) return points;
  return shape
    .map((polygon) => polygon.flat())
    .reduce((widest, polygon) => (spanOf(polygon) > spanOf(widest) ? polygon : widest), []);
}

function spanOf(points: readonly Point[]): number {
  let [west, east] = [180, -180];
  for (const [longitude] of points) [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
  return east - west;
}

/** What is wrong, and what to do about it. */
export function problemsOf(shape: Shape): readonly string[] {
  if (shape.length === 0) return ['Draw at least one polygon, or choose "Everywhere".'];
  return shape.flatMap((rings, polygon) =>
    rings.flatMap((points, ring) => ringProblems(points, ringName({ polygon, ring }))),
  );
}

function ringProblems(ring: Ring, name: string): readonly string[] {
  if (ring.length < MIN_POINTS)
    return [`${name} has ${ring.length} of at least ${MIN_POINTS} points. Add points or delete it.`];
  const outside = ring.findIndex(
    ([longitude, latitude]) => Math.abs(longitude) > 180 || Math.abs(latitude) > MAX_LATITUDE,
  );
  if (outside >= 0)
    return [
      `${name}: point ${outside + 1} is outside the map. Move it to a longitude from -180 to 180 and a latitude from -${MAX_LATITUDE} to ${MAX_LATITUDE}.`,
    ];
  const same = ring.findIndex((point, index) => isSame(point, ring[(index + 1) % ring.length]));
  if (same >= 0)
    return [
      `${name}: points ${same + 1} and ${((same + 1) % ring.length) + 1} are at the same place. Delete one of them.`,
    ];
  const crossing = findCrossing(ring);
  if (!crossing) return [];
  const [one, other] = crossing.map(
    (edge) => `from point ${edge + 1} to point ${((edge + 1) % ring.length) + 1}`,
  );
  return [
    `${name}: the edge ${one} crosses the edge ${other}. Move or delete one of these points so that no edges cross.`,
  ];
}

function isSame(one: Point, other: Point | undefined): boolean {
  return one[0] === other?.[0] && one[1] === other[1];
}

/** Two edges that cross, by the numbers of their first points. Edges are sorted by longitude: only near ones are compared. */
function findCrossing(ring: Ring): readonly [number, number] | null {
  const edges = ring.map((from, index) => {
    const to = ring[(index + 1) % ring.length] ?? from;
    return { index, from, to, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) };
  });
  const sorted = edges.toSorted((one, other) => one.west - other.west);
  for (const [nth, one] of sorted.entries())
    for (let next = nth + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (!other || other.west > one.east) break;
      const gap = Math.abs(one.index - other.index);
      const isNeighbour = gap === 1 || gap === ring.length - 1;
      if (!isNeighbour && crosses(one.from, one.to, other.from, other.to))
        return one.index < other.index ? [one.index, other.index] : [other.index, one.index];
    }
  return null;
}

function crosses(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  // A point of one edge lies on the other edge.
  return (
    (abc === 0 && isBetween(c, a, b)) ||
    (abd === 0 && isBetween(d, a, b)) ||
    (cda === 0 && isBetween(a, c, d)) ||
    (cdb === 0 && isBetween(b, c, d))
  );
}

const turn = (a: Point, b: Point, c: Point) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

function isBetween(point: Point, from: Point, to: Point): boolean {
  const within = (axis: 0 | 1) =>
    point[axis] >= Math.min(from[axis], to[axis]) && point[axis] <= Math.max(from[axis], to[axis]);
  return within(0) && within(1);
}
