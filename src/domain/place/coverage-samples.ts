// Sample points of a coverage: places that stand for its polygons when two versions of areas are compared.
import { type Coverage, covers, type PolygonRings, type Position, polygonsOf } from './coverage.ts';

/** Box around a ring: west, south, east, north. */
export type Box = readonly [number, number, number, number];

/**
 * For each polygon, one point inside it, and the points of a grid over its box that are inside. `side`: points of the grid per
 * side. Coverage "everywhere" has none.
 */
export function samplesOf(coverage: Coverage, side: number): readonly Position[] {
  if (coverage === 'everywhere') return [];
  return polygonsOf(coverage).flatMap((coordinates) => {
    const polygon: Coverage = { type: 'Polygon', coordinates };
    const inside = gridOf(boxOf(coordinates), side).filter((point) => covers(polygon, point));
    const middle = pointInside(coordinates);
    return middle ? [middle, ...inside] : inside;
  });
}

/** The boxes around the polygons; null for "everywhere". */
export function boxesOf(coverage: Coverage): readonly Box[] | null {
  return coverage === 'everywhere' ? null : polygonsOf(coverage).map(boxOf);
}

export function boxHolds([west, south, east, north]: Box, [x, y]: Position): boolean {
  return x >= west && x <= east && y >= south && y <= north;
}

function boxOf([outer = []]: PolygonRings): Box {
  let box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of outer)
    box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
  return box;
}

function gridOf([west, south, east, north]: Box, side: number): readonly Position[] {
  const steps = Array.from({ length: side }, (_each, index) => (index + 0.5) / side);
  return steps.flatMap((across) =>
    steps.map((up): Position => [west + (east - west) * across, south + (north - south) * up]),
  );
}

/**
 * The middle of the longest part of a horizontal line that is inside the polygon. The line runs between two heights of
 * corners, so it meets no corner. Undefined for a polygon without surface.
 */
function pointInside(polygon: PolygonRings): Position | undefined {
  const heights = [...new Set(polygon.flatMap((ring) => ring.map(([, y]) => y)))].toSorted((a, b) => a - b);
  const at = Math.floor(heights.length / 2);
  const [low, high] = [heights[at - 1], heights[at]];
  if (low === undefined || high === undefined) return undefined;
  const y = (low + high) / 2;
  const crossings = polygon.flatMap((ring) => crossingsOf(ring, y)).toSorted((a, b) => a - b);
  let longest: readonly [number, number] | undefined;
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const part = [crossings[index] ?? 0, crossings[index + 1] ?? 0] as const;
    if (longest === undefined || part[1] - part[0] > longest[1] - longest[0]) longest = part;
  }
  return longest && [(longest[0] + longest[1]) / 2, y];
}

/** Longitudes at which the ring crosses this latitude. */
function crossingsOf(ring: readonly Position[], y: number): readonly number[] {
  return ring.flatMap(([bx, by], index) => {
    const [ax, ay] = ring[index - 1] ?? [bx, by];
    return ay > y === by > y ? [] : [ax + ((y - ay) / (by - ay)) * (bx - ax)];
  });
}
