// Artificial towns for routing: streets between all corners of a grid.
import type { Waypoint } from '../../src/domain/place/travel.ts';
import { type MapNode, type MapWay, osmExtract } from './osm-extract.ts';

const BLOCK_DEGREES = 0.002;

export interface Town {
  readonly south: number;
  readonly west: number;
  /** Corners per side. */
  readonly blocks: number;
  readonly firstId: number;
}

/** The corner this many blocks east and north of the south-western corner. */
export const cornerOf = (place: Town, east: number, north: number): Waypoint => ({
  latitude: place.south + north * BLOCK_DEGREES,
  longitude: place.west + east * BLOCK_DEGREES,
});

export function townsExtract(towns: readonly Town[]): Buffer {
  const grids = towns.map(streetGrid);
  return osmExtract({
    nodes: grids.flatMap(({ nodes }) => nodes),
    ways: grids.flatMap(({ streets }) => streets),
  });
}

/**
 * Two-way streets between all corners; the southernmost street is one-way, eastward, and the third one from there is too low
 * for trucks.
 */
function streetGrid(place: Town): { nodes: MapNode[]; streets: MapWay[] } {
  const numbers = Array.from({ length: place.blocks }, (_, index) => index);
  const nodeId = (east: number, north: number) => place.firstId + north * place.blocks + east;
  const nodes = numbers.flatMap((north) =>
    numbers.map((east) => ({ id: nodeId(east, north), ...cornerOf(place, east, north) })),
  );
  const eastward = numbers.map((north) => ({
    id: place.firstId + north,
    nodeIds: numbers.map((east) => nodeId(east, north)),
    tags: {
      highway: 'residential',
      name: `Street ${north}`,
      ...(north === 0 && { oneway: 'yes' }),
      ...(north === 3 && { maxheight: '2.6' }),
    },
  }));
  const northward = numbers.map((east) => ({
    id: place.firstId + place.blocks + east,
    nodeIds: numbers.map((north) => nodeId(east, north)),
    tags: { highway: 'residential', name: `Avenue ${east}` },
  }));
  return { nodes, streets: [...eastward, ...northward] };
}
