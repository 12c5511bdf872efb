// The sea within the bounds of an extract. OpenStreetMap has no area for it, only coastlines with the water on their right:
// they are joined, clipped to the bounds and closed along them.
// https://wiki.openstreetmap.org/wiki/Tag:natural%3Dcoastline
import { positionsOf } from '../../../integrations/osm/flat-line.ts';
import { boundsContain } from '../../../integrations/osm/map-grid.ts';
import type { OsmBounds } from '../../../integrations/osm/osm-elements.ts';

export interface Coastline {
  readonly nodeIds: readonly number[];
  /** Longitude and latitude in turn. */
  readonly line: Float64Array;
}

type Point = readonly [longitude: number, latitude: number];

/** A coastline that ends this close to the bounds, in parts of their size, was cut there. */
const CUT_TOLERANCE = 0.03;

/**
 * Rings of the sea and of its islands, to be filled by the even-odd rule. Empty if the coastlines leave open which side is
 * water: no sea is better than a flooded city.
 */
export function seaRings(coastlines: readonly Coastline[], bounds: OsmBounds): Float64Array[] {
  const chains = joinChains(coastlines);
  const isClosed = (chain: readonly Point[]) => chain.length > 3 && samePoint(chain[0], chain.at(-1));
  const [closed, open] = [chains.filter(isClosed), chains.filter((chain) => !isClosed(chain))];
  const pieces: Point[][] = [];
  for (const chain of [...open, ...closed.filter((ring) => !isInside(ring, bounds))]) {
    const clipped = clipChain(extendToBounds(chain, bounds), bounds);
    if (clipped === null) return [];
    pieces.push(...clipped);
  }
  const islands = closed.filter((ring) => isInside(ring, bounds));
  const shores = closeAlongBounds(pieces, bounds);
  if (shores === null) return [];
  // Islands alone: the extract lies in the sea.
  const isAllSea = shores.length === 0 && islands.some((ring) => signedArea(ring) > 0);
  const rings = isAllSea ? [cornersOf(bounds), ...islands] : [...shores, ...islands];
  return rings.map((ring) => Float64Array.from(ring.flat()));
}

const samePoint = (one: Point | undefined, other: Point | undefined) =>
  one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];

/** Chains as long as possible, in the direction of their ways. */
function joinChains(coastlines: readonly Coastline[]): Point[][] {
  const usable = coastlines.filter(
    ({ nodeIds, line }) => nodeIds.length * 2 === line.length && nodeIds.length > 1,
  );
  const byStart = new Map(usable.map((coastline) => [coastline.nodeIds[0], coastline]));
  const hasPredecessor = new Set(usable.map(({ nodeIds }) => nodeIds.at(-1)));
  const left = new Set(usable);
  const chainFrom = (first: Coastline) => {
    const chain: Point[] = [];
    for (let next: Coastline | undefined = first; next && left.delete(next); ) {
      const points = positionsOf(next.line);
      chain.push(...(chain.length === 0 ? points : points.slice(1)));
      next = byStart.get(next.nodeIds.at(-1) ?? 0);
    }
    return chain;
  };
  const chains = usable.filter(({ nodeIds }) => !hasPredecessor.has(nodeIds[0] ?? 0)).map(chainFrom);
  // What is left are rings of several ways.
  for (const coastline of left) chains.push(chainFrom(coastline));
  return chains;
}

function isInside(ring: readonly Point[], bounds: OsmBounds): boolean {
  return ring.every((point) => contains(bounds, point));
}

function contains(bounds: OsmBounds, [longitude, latitude]: Point): boolean {
  return boundsContain(bounds, { longitude, latitude });
}

/** Positive if counterclockwise: the land is inside. */
function signedArea(ring: readonly Point[]): number {
  let sum = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [0, 0];
    sum += x * nextY - nextX * y;
  }
  return sum / 2;
}

/** Extracts cut ways at nodes, so a coastline may end just inside the bounds: it continues straight to the nearest side. */
function extendToBounds(chain: readonly Point[], bounds: OsmBounds): readonly Point[] {
  const [first, last] = [chain[0], chain.at(-1)];
  if (!first || !last || samePoint(first, last)) return chain;
  const before = contains(bounds, first) ? nearestSide(first, bounds) : null;
  const after = contains(bounds, last) ? nearestSide(last, bounds) : null;
  return [...(before ? [before] : []), ...chain, ...(after ? [after] : [])];
}

function nearestSide([longitude, latitude]: Point, { west, south, east, north }: OsmBounds): Point | null {
  const [width, height] = [east - west, north - south];
  const sides: { distance: number; point: Point }[] = [
    { distance: (longitude - west) / width, point: [west, latitude] },
    { distance: (east - longitude) / width, point: [east, latitude] },
    { distance: (latitude - south) / height, point: [longitude, south] },
    { distance: (north - latitude) / height, point: [longitude, north] },
  ];
  const [nearest] = sides.sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= CUT_TOLERANCE ? nearest.point : null;
}

/** The parts of a chain within the bounds, each from side to side; null if it ends in the middle. */
function clipChain(chain: readonly Point[], bounds: OsmBounds): Point[][] | null {
  const pieces: Point[][] = [];
  let piece: Point[] = [];
  for (let index = 1; index < chain.length; index += 1) {
    const [from, to] = [chain[index - 1], chain[index]];
    const clipped = from && to && clipSegment(from, to, bounds);
    if (!clipped) continue;
    const [start, end] = clipped;
    if (piece.length === 0 || !samePoint(piece.at(-1), start)) {
      if (piece.length > 0) pieces.push(piece);
      piece = [start];
    }
    piece.push(end);
  }
  if (piece.length > 0) pieces.push(piece);
  // A ring that leaves the bounds may begin inside: its last piece continues with its first.
  const [head, tail] = [pieces[0], pieces.at(-1)];
  if (head && tail && head !== tail && samePoint(tail.at(-1), head[0])) {
    pieces.pop();
    pieces[0] = [...tail, ...head.slice(1)];
  }
  const isFromSideToSide = (points: readonly Point[]) =>
    [points[0], points.at(-1)].every((point) => point !== undefined && sidePosition(point, bounds) !== null);
  return pieces.every(isFromSideToSide) ? pieces : null;
}

/** Liang–Barsky: the part of a segment within the bounds. */
function clipSegment(from: Point, to: Point, { west, south, east, north }: OsmBounds): [Point, Point] | null {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let [enter, leave] = [0, 1];
  for (const [direction, distance] of [
    [-dx, from[0] - west],
    [dx, east - from[0]],
    [-dy, from[1] - south],
    [dy, north - from[1]],
  ] as const) {
    if (direction === 0) {
      if (distance < 0) return null;
      continue;
    }
    const at = distance / direction;
    if (direction < 0) enter = Math.max(enter, at);
    else leave = Math.min(leave, at);
  }
  if (enter >= leave) return null;
  const pointAt = (part: number): Point =>
    part === 0 ? from : part === 1 ? to : [from[0] + part * dx, from[1] + part * dy];
  return [pointAt(enter), pointAt(leave)];
}

/** Position on the sides of the bounds, clockwise from the north-west corner, 0 to 4; null inside. */
function sidePosition([longitude, latitude]: Point, { west, south, east, north }: OsmBounds): number | null {
  const [width, height] = [east - west, north - south];
  const near = (value: number, side: number) => Math.abs(value - side) < 1e-9;
  if (near(latitude, north)) return (longitude - west) / width;
  if (near(longitude, east)) return 1 + (north - latitude) / height;
  if (near(latitude, south)) return 2 + (east - longitude) / width;
  if (near(longitude, west)) return 3 + (latitude - south) / height;
  return null;
}

/** Clockwise from the north-west, and back there. */
function cornersOf({ west, south, east, north }: OsmBounds): Point[] {
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ];
}

/**
 * Rings with the water inside: each piece continues, clockwise along the bounds, with the piece that begins next. null if
 * pieces contradict each other.
 */
function closeAlongBounds(pieces: readonly Point[][], bounds: OsmBounds): Point[][] | null {
  const corners = cornersOf(bounds);
  const ends = pieces.flatMap((piece) => [
    { piece, at: positionOf(piece[0], bounds), isStart: true },
    { piece, at: positionOf(piece.at(-1), bounds), isStart: false },
  ]);
  /** What comes next, clockwise; at the same place, the beginning of a piece. */
  const after = (position: number) =>
    ends
      .filter(({ at, isStart }) => at !== position || isStart)
      .map((end) => ({ ...end, way: (end.at - position + 4) % 4 }))
      .sort((one, other) => one.way - other.way)[0];
  const left = new Set(pieces);
  const rings: Point[][] = [];
  for (const first of pieces) {
    if (!left.has(first)) continue;
    const ring: Point[] = [];
    for (let piece = first; left.delete(piece); ) {
      ring.push(...piece);
      const end = positionOf(piece.at(-1), bounds);
      const next = after(end);
      if (!next?.isStart) return null;
      for (let corner = Math.floor(end) + 1; corner < end + next.way; corner += 1)
        ring.push(corners[corner % 4] ?? [0, 0]);
      piece = next.piece;
    }
    const [start] = ring;
    if (!start || !samePoint(start, first[0])) return null;
    ring.push(start);
    if (signedArea(ring) >= 0) return null;
    rings.push(ring);
  }
  return rings;
}

function positionOf(point: Point | undefined, bounds: OsmBounds): number {
  return (point && sidePosition(point, bounds)) ?? 0;
}
