// A small artificial map at the harbour of Baltimore (ZIP code 21230): streets, houses and a square, as an extract that can
// be imported.
import { type MapElements, type MapNode, type MapWay, osmExtract } from './osm-extract.ts';

const WEST = -76.62;
const SOUTH = 39.262;
/** About 100 m. */
const STEP = 0.001;

/** A crossing of the street grid: column from west to east, row from south to north. */
const corner = (column: number, row: number) => 1 + row * 10 + column;
const at = (column: number, row: number) => ({
  longitude: WEST + column * STEP,
  latitude: SOUTH + row * STEP,
});

const corners: MapNode[] = Array.from({ length: 100 }, (_, index) => ({
  id: index + 1,
  ...at(index % 10, Math.floor(index / 10)),
}));

const streets: readonly (readonly [name: string, kind: 'row' | 'column', index: number])[] = [
  ['East Fort Avenue', 'row', 1],
  ['Key Highway', 'row', 3],
  ['East Fifth Street', 'row', 5],
  ['Saint Paul Street', 'column', 1],
  ['Light Street', 'column', 2],
  ['North Charles Street', 'column', 5],
  ['South Charles Street', 'column', 8],
];

const ways: MapWay[] = streets.map(([name, kind, index], way) => ({
  id: way + 1,
  nodeIds: Array.from({ length: 10 }, (_, step) =>
    kind === 'row' ? corner(step, index) : corner(index, step),
  ),
  tags: { highway: 'residential', name },
}));

interface House {
  readonly number: string;
  readonly street: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly postcode?: string;
}

const along = (column: number, row: number, share: number) => ({
  longitude: WEST + column * STEP + 0.0001,
  latitude: SOUTH + (row + share) * STEP,
});

/** House numbers of Light Street grow to the north, 100 per block. */
export const houses: readonly House[] = [
  { number: '1200', street: 'Light Street', ...along(2, 2, 0), postcode: '21230' },
  { number: '1220', street: 'Light Street', ...along(2, 2, 0.2), postcode: '21230' },
  { number: '1260', street: 'Light Street', ...along(2, 2, 0.6), postcode: '21230' },
  { number: '45', street: 'East Fort Avenue', longitude: WEST + 3.5 * STEP, latitude: SOUTH + 1.1 * STEP },
  { number: '12', street: 'North Charles Street', ...along(5, 4, 0.1), postcode: '21230' },
  { number: '12', street: 'South Charles Street', ...along(8, 4, 0.1), postcode: '21230' },
  { number: '700', street: 'Saint Paul Street', ...along(1, 6, 0.5), postcode: '21230' },
];

export const square = { name: 'Harbor Square', longitude: WEST + 6.5 * STEP, latitude: SOUTH + 6.5 * STEP };

/** Streets around the town without houses, so that the region covers the ZIP code, and an import takes longer. */
function surroundings(count: number): MapElements {
  const nodes: MapNode[] = [];
  const lanes: MapWay[] = [];
  for (let index = 0; index < count; index += 1) {
    const longitude = WEST - 0.04 + (index % 40) * 0.0025;
    const latitude = SOUTH - 0.04 + (Math.floor(index / 40) % 40) * 0.0025;
    nodes.push(
      { id: 10_000 + index * 2, longitude, latitude },
      { id: 10_001 + index * 2, longitude: longitude + STEP, latitude },
    );
    lanes.push({
      id: 10_000 + index,
      nodeIds: [10_000 + index * 2, 10_001 + index * 2],
      tags: {
        highway: 'service',
        name: `Quay ${index.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')} Walk`,
      },
    });
  }
  return { nodes, ways: lanes };
}

/** The bytes of the extract. `extraStreets` makes it larger, `extraHouses` adds houses. */
export function townExtract({
  extraStreets = 1_600,
  extraHouses = [],
}: {
  extraStreets?: number;
  extraHouses?: readonly House[];
} = {}): Buffer {
  const around = surroundings(extraStreets);
  const named = [...houses, ...extraHouses].map(({ number, street, postcode, ...point }, index) => ({
    id: 1_000 + index,
    ...point,
    tags: {
      'addr:housenumber': number,
      'addr:street': street,
      ...(postcode === undefined ? {} : { 'addr:postcode': postcode }),
    },
  }));
  const { name, ...point } = square;
  return osmExtract({
    nodes: [...corners, ...named, { id: 5_000, ...point, tags: { place: 'square', name } }, ...around.nodes],
    ways: [...ways, ...(around.ways ?? [])],
  });
}
