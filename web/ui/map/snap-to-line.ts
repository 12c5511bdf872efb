// Positions on the line of a road, and its length.
import { milesBetween, type Point, type XY } from '../map-projection.ts';

/** A position that is farther away from the line is not on this road. */
const MAX_SNAP_MILES = 0.1;

export interface SnappedPosition {
  readonly point: Point;
  /** The rest of the line, from the position on. */
  readonly ahead: readonly Point[];
}

/** Nearest position on the line: phones report positions beside the road. null: the line is too far away. */
export function snapToLine(position: Point, line: readonly Point[]): SnappedPosition | null {
  // Flat and to scale around the position, which is precise enough for a street.
  const width = Math.cos((position[1] * Math.PI) / 180);
  const flat = ([longitude, latitude]: Point): XY => ({
    x: (longitude - position[0]) * width,
    y: latitude - position[1],
  });
  let best: { point: Point; next: number; distance: number } | null = null;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (!from) continue;
    const [start, end] = [flat(from), flat(to)];
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const along = -(start.x * dx + start.y * dy) / (dx * dx + dy * dy || 1);
    const share = Math.max(0, Math.min(1, along));
    const distance = Math.hypot(start.x + share * dx, start.y + share * dy);
    if (best && best.distance <= distance) continue;
    const point: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    best = { point, next: index, distance };
  }
  if (!best || milesBetween(position, best.point) > MAX_SNAP_MILES) return null;
  return { point: best.point, ahead: [best.point, ...line.slice(best.next)] };
}

export function milesAlong(line: readonly Point[]): number {
  let miles = 0;
  for (const [index, to] of line.entries()) miles += milesBetween(line[index - 1] ?? to, to);
  return miles;
}
