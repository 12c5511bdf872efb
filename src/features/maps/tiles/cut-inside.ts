// Cuts a feature that lies within one tile of the deepest zoom, as most buildings do: it only has to be projected. The same
// result as the general cutter, in a fraction of the time.
import { type TileAddress, unitX, unitY } from './tile-grid.ts';
import { EXTENT } from './tile-layers.ts';
import type { TilePart } from './tile-parts.ts';

type Position = [number, number];

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: Position[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: Position[][][] };

export function cutInside(geometry: Geometry, { z, x, y }: TileAddress): Pick<TilePart, 'type' | 'lines'> {
  const count = 2 ** z;
  const project = ([longitude, latitude]: Position): Position => [
    Math.round((unitX(longitude) * count - x) * EXTENT),
    Math.round((unitY(latitude) * count - y) * EXTENT),
  ];
  if (geometry.type === 'Point') return { type: 1, lines: [[project(geometry.coordinates)]] };
  if (geometry.type === 'LineString') return { type: 2, lines: [geometry.coordinates.map(project)] };
  const lines = geometry.coordinates.flatMap((rings) =>
    rings.map((ring, index) => turned(ring.map(project), index === 0)),
  );
  return { type: 3, lines };
}

/** Outlines have a positive area, holes a negative one, as the format demands. */
function turned(ring: Position[], isOutline: boolean): Position[] {
  let area = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    area += x * nextY - nextX * y;
  }
  return area > 0 === isOutline ? ring : ring.toReversed();
}
