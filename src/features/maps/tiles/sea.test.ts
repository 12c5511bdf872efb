import { describe, expect, it } from 'vitest';
import { type Coastline, seaRings } from './sea.ts';

const bounds = { west: 0, south: 0, east: 10, north: 10 };

let nextNode = 1;
/** A coastline through these points. The same point of two lines is the same node. */
const nodes = new Map<string, number>();
function coast(...points: readonly (readonly [number, number])[]): Coastline {
  const nodeIds = points.map((point) => {
    const key = point.join();
    const id = nodes.get(key) ?? nextNode++;
    nodes.set(key, id);
    return id;
  });
  return { nodeIds, line: Float64Array.from(points.flat()) };
}

/** Whether a point is in the sea, by the even-odd rule. */
function isSea(rings: readonly Float64Array[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings)
    for (let index = 0; index + 3 < ring.length; index += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(index, index + 4);
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    }
  return inside;
}

const island = [coast([4, 2], [6, 2], [6, 3]), coast([6, 3], [4, 3], [4, 2])];

describe('the sea', () => {
  it.each([
    ['eastwards: in the south', [coast([-1, 5], [5, 6]), coast([5, 6], [11, 5])], [[5, 1]], [[5, 9]]],
    ['westwards: in the north', [coast([11, 5], [-1, 5])], [[5, 9]], [[5, 1]]],
    [
      'around a corner',
      [coast([5, 11], [5, 5], [-1, 5])],
      [[1, 9]],
      [
        [9, 9],
        [9, 1],
        [1, 1],
      ],
    ],
    [
      'a bay that comes and goes on one side',
      [coast([3, -1], [3, 4], [7, 4], [7, -1])],
      [[5, 2]],
      [
        [1, 1],
        [9, 1],
        [5, 9],
      ],
    ],
    [
      'around a peninsula',
      [coast([7, -1], [7, 4], [3, 4], [3, -1])],
      [
        [1, 1],
        [9, 1],
        [5, 9],
      ],
      [[5, 2]],
    ],
    [
      'with an island',
      [coast([-1, 5], [11, 5]), ...island],
      [
        [5, 1],
        [8, 2.5],
      ],
      [
        [5, 2.5],
        [5, 9],
      ],
    ],
    [
      'around an island alone',
      island,
      [
        [1, 1],
        [9, 9],
      ],
      [[5, 2.5]],
    ],
    ['a lake that is mapped as sea', [coast([4, 2], [4, 3], [6, 3], [6, 2], [4, 2])], [[5, 2.5]], [[1, 1]]],
    ['a coast that was cut just before the side', [coast([0.2, 5], [9.8, 5])], [[5, 1]], [[5, 9]]],
    [
      'two straits',
      [coast([-1, 3], [11, 3]), coast([11, 7], [-1, 7])],
      [
        [5, 1],
        [5, 9],
      ],
      [[5, 5]],
    ],
  ] as const)('lies on the right of the coast: %s', (_name, coastlines, wet, dry) => {
    const rings = seaRings(coastlines, bounds);
    for (const [x, y] of wet) expect(isSea(rings, x, y), `${x}, ${y}`).toBe(true);
    for (const [x, y] of dry) expect(isSea(rings, x, y), `${x}, ${y}`).toBe(false);
  });

  it.each([
    ['a coast that ends in the middle', [coast([-1, 5], [5, 5])]],
    ['two coasts that contradict each other', [coast([-1, 3], [11, 3]), coast([-1, 7], [11, 7])]],
    ['no coast', []],
  ])('is left out with %s', (_name, coastlines) => {
    expect(seaRings(coastlines, bounds)).toEqual([]);
  });
});
