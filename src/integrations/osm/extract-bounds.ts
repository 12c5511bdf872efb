// Bounds of an extract: what its header states, checked and limited to its data. A header may claim the whole world: then a
// region would seem to cover places that it does not contain.
import type { OsmBounds } from './osm-elements.ts';
import { DamagedOsmFile, UnsupportedOsmFile } from './osm-file-errors.ts';

/** How far stated bounds may exceed the outermost nodes: a coast ends in water without nodes. */
const MARGIN_DEGREES = 0.1;
/** Wider data lies on both sides of the antimeridian. */
const MAX_DEGREES = 180;

/** Throws if no extract can have these bounds. */
export function requirePossibleBounds(bounds: OsmBounds): void {
  const { west, south, east, north } = bounds;
  const isOnEarth = isLongitude(west) && isLongitude(east) && isLatitude(south) && isLatitude(north);
  if (isOnEarth && south <= north && west > east && east + 360 - west < MAX_DEGREES)
    throw crossesAntimeridian();
  if (!isOnEarth || south > north || west > east)
    throw new DamagedOsmFile(
      `The file is damaged: its bounds (${describeBounds(bounds)}) are impossible. Download it again.`,
    );
}

/** `ofNodes` is inverted if there are no nodes. */
export function extractBounds(stated: OsmBounds | null, ofNodes: OsmBounds): OsmBounds {
  if (ofNodes.west > ofNodes.east)
    throw new DamagedOsmFile('The file contains no map data. Download another extract.');
  const bounds = stated ? limited(stated, ofNodes) : { ...ofNodes };
  if (stated && (bounds.west > bounds.east || bounds.south > bounds.north))
    throw new DamagedOsmFile(
      `The file is damaged: it has no data within its bounds (${describeBounds(stated)}). Download it again.`,
    );
  if (bounds.east - bounds.west > MAX_DEGREES) throw crossesAntimeridian();
  return bounds;
}

function limited(stated: OsmBounds, ofNodes: OsmBounds): OsmBounds {
  return {
    west: Math.max(stated.west, ofNodes.west - MARGIN_DEGREES),
    south: Math.max(stated.south, ofNodes.south - MARGIN_DEGREES),
    east: Math.min(stated.east, ofNodes.east + MARGIN_DEGREES),
    north: Math.min(stated.north, ofNodes.north + MARGIN_DEGREES),
  };
}

/** false for NaN. */
export function isLongitude(degrees: number): boolean {
  return Math.abs(degrees) <= 180;
}

export function isLatitude(degrees: number): boolean {
  return Math.abs(degrees) <= 90;
}

function describeBounds({ west, south, east, north }: OsmBounds): string {
  return `longitude ${west} to ${east}, latitude ${south} to ${north}`;
}

function crossesAntimeridian(): UnsupportedOsmFile {
  return new UnsupportedOsmFile(
    'The extract crosses the antimeridian (longitude 180 degrees). Divide it: osmium extract --bbox -180,-90,0,90 input.osm.pbf -o west.osm.pbf, and --bbox 0,-90,180,90 for the rest.',
  );
}
