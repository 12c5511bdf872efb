// Writes an artificial OpenStreetMap extract of a given size: a city of square blocks with named streets, buildings with
// house numbers, parks and ponds, in Maryland. Bounded memory.
import { closeSync, openSync, writeSync } from 'node:fs';
import { type MapNode, type MapWay, osmBlocks, osmHeader } from '../../test/support/osm-extract.ts';
import { randomFrom } from '../../test/support/seed.ts';

const [WEST, SOUTH] = [-77.4, 38.6];
/** A block, about 100 m. */
const STEP = 0.001;
const BUILDINGS = 8;
/** Corner, then the corners of buildings and of a park. */
const NODES_PER_BLOCK = 1 + BUILDINGS * 4 + 4;
const WAYS_PER_BLOCK = BUILDINGS + 2;
/** Measured. */
const BYTES_PER_BLOCK = 207;

export function writeSyntheticExtract(path: string, bytes: number): void {
  const side = Math.ceil(Math.sqrt(bytes / BYTES_PER_BLOCK));
  const random = randomFrom('synthetic extract');
  const file = openSync(path, 'wx');
  try {
    writeSync(file, osmHeader());
    for (let row = 0; row < side; row += 1)
      for (const block of osmBlocks({ nodes: nodesOf(row, side, random) })) writeSync(file, block);
    for (let row = 0; row < side; row += 1)
      for (const block of osmBlocks({ nodes: [], ways: waysOf(row, side) })) writeSync(file, block);
  } finally {
    closeSync(file);
  }
}

const firstNode = (row: number, column: number, side: number) => 1 + (row * side + column) * NODES_PER_BLOCK;

function nodesOf(row: number, side: number, random: () => number): MapNode[] {
  return Array.from({ length: side }, (_, column) => {
    const first = firstNode(row, column, side);
    // Real maps have no straight grids, which would compress too well.
    const jitter = () => random() * 0.02;
    const at = (offset: number, x: number, y: number): MapNode => ({
      id: first + offset,
      longitude: WEST + (column + x + jitter()) * STEP,
      latitude: SOUTH + (row + y + jitter()) * STEP,
    });
    const square = (offset: number, x: number, y: number, size: number) => [
      at(offset, x, y),
      at(offset + 1, x + size, y),
      at(offset + 2, x + size, y + size),
      at(offset + 3, x, y + size),
    ];
    const buildings = Array.from({ length: BUILDINGS }, (_building, index) =>
      square(1 + index * 4, 0.1 + (index % 4) * 0.2, index < 4 ? 0.1 : 0.8, 0.1),
    );
    return [at(0, 0, 0), ...buildings.flat(), ...square(1 + BUILDINGS * 4, 0.3, 0.35, 0.3)];
  }).flat();
}

function waysOf(row: number, side: number): MapWay[] {
  return Array.from({ length: side }, (_, column) => {
    const first = firstNode(row, column, side);
    const way = (index: number, nodeIds: readonly number[], tags: MapWay['tags']): MapWay => ({
      id: 1 + (row * side + column) * WAYS_PER_BLOCK + index,
      nodeIds,
      tags,
    });
    const square = (start: number) => [start, start + 1, start + 2, start + 3, start];
    const buildings = Array.from({ length: BUILDINGS }, (_building, index) =>
      way(index, square(first + 1 + index * 4), {
        building: 'yes',
        'addr:housenumber': String(column * 10 + index * 2 + (index < 4 ? 0 : 1)),
        'addr:street': streetName(row),
      }),
    );
    const along =
      column + 1 < side
        ? { nodeIds: [first, firstNode(row, column + 1, side)], name: streetName(row) }
        : { nodeIds: [first, firstNode(Math.max(0, row - 1), column, side)], name: 'Limit Avenue' };
    const kind = column % 10 === 0 ? 'secondary' : 'residential';
    return [
      ...buildings,
      way(BUILDINGS, along.nodeIds, { highway: kind, name: along.name }),
      way(
        BUILDINGS + 1,
        square(first + 1 + BUILDINGS * 4),
        column % 7 === 0 ? { natural: 'water' } : { leisure: 'park' },
      ),
    ];
  }).flat();
}

const SYLLABLES = ['Al', 'Ber', 'Cor', 'Dan', 'El', 'For', 'Gra', 'Hol', 'Iv', 'Jun', 'Kel', 'Lin'];

function streetName(row: number): string {
  const [first, second] = [SYLLABLES[row % 12] ?? '', SYLLABLES[Math.floor(row / 12) % 12] ?? ''];
  return `${first}${second.toLowerCase()}ton ${row % 3 === 0 ? 'Avenue' : 'Street'} ${Math.floor(row / 144)}`;
}
