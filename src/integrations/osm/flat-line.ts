// Lines and rings as flat arrays: longitude and latitude in turn.
import { GrowingBounds } from './map-grid.ts';

export function positionsOf(line: Float64Array): [longitude: number, latitude: number][] {
  return Array.from({ length: line.length / 2 }, (_, index) => [
    line[index * 2] ?? 0,
    line[index * 2 + 1] ?? 0,
  ]);
}

export function boundsOfLines(lines: readonly Float64Array[]): GrowingBounds {
  const bounds = new GrowingBounds();
  for (const line of lines)
    for (let index = 0; index < line.length; index += 2) bounds.add(line[index] ?? 0, line[index + 1] ?? 0);
  return bounds;
}

/** Ray casting to the east. Holes are rings too, so an even number of crossings is outside. */
export function ringsContain(rings: readonly Float64Array[], x: number, y: number): boolean {
  let isInside = false;
  for (const ring of rings)
    for (let index = 0; index + 3 < ring.length; index += 2) {
      const [x1, y1] = [ring[index] ?? 0, ring[index + 1] ?? 0];
      const [x2, y2] = [ring[index + 2] ?? 0, ring[index + 3] ?? 0];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
    }
  return isInside;
}
