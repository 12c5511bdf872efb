// Sorts the rings of an area into polygons: outer rings with their holes. Needed to cut and fill areas: the cutter takes the
// first ring of a polygon for its outline, and overlapping areas are filled as their union only if holes turn the other way.

import { boundsOfLines, ringsContain } from '../../../integrations/osm/flat-line.ts';

/** Longitude and latitude in turn; the last point equals the first. */
type Ring = Float64Array;

interface BoxedRing {
  readonly ring: Ring;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The first ring of each polygon is its outline, the others are holes. */
export function nestRings(rings: readonly Ring[]): Ring[][] {
  const [only] = rings;
  if (only && rings.length === 1) return [[only]];
  // The largest first: a ring can lie only in larger ones.
  const boxed = rings.map(withBox).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const polygons = new Map<BoxedRing, Ring[]>();
  const nested = boxed.map((inner, index) => {
    const around = boxed.slice(0, index).filter((outer) => contains(outer, inner));
    return { inner, around };
  });
  for (const { inner, around } of nested) {
    // The smallest ring around a hole is the outline that it belongs to.
    const outline = around.length % 2 === 1 ? around.at(-1) : undefined;
    const polygon = outline && polygons.get(outline);
    if (polygon) polygon.push(inner.ring);
    else polygons.set(inner, [inner.ring]);
  }
  return [...polygons.values()];
}

function withBox(ring: Ring): BoxedRing {
  const { west, south, east, north } = boundsOfLines([ring]);
  return { ring, west, south, east, north };
}

const sizeOf = ({ west, south, east, north }: BoxedRing) => (east - west) * (north - south);

function contains(outer: BoxedRing, inner: BoxedRing): boolean {
  const isInBox =
    inner.west >= outer.west &&
    inner.east <= outer.east &&
    inner.south >= outer.south &&
    inner.north <= outer.north;
  return isInBox && ringsContain([outer.ring], ...middleOfFirstEdge(inner.ring));
}

/** Rings of one area may touch in a vertex, but do not share edges. */
function middleOfFirstEdge(ring: Ring): readonly [number, number] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring;
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}
