// The recommended vehicle really holds the load; the arrangements are checked here by a second hand, in inches.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moved, type PlacedBox, type Triple } from './box-geometry.ts';
import { findPlacement, fits, type Item, MAX_ITEMS, smallestFitting } from './packing.ts';
import { type VehicleHold, vehicleHolds } from './vehicle.ts';

const item = (dimensionsInches: Triple, weightPounds = 10): Item => ({ dimensionsInches, weightPounds });
const recommended = (...items: Item[]) => smallestFitting(vehicleHolds, items)?.product ?? null;
const hold = (size: Triple): VehicleHold => ({
  product: 'van',
  spaceInches: { size, blocked: [] },
  payloadPounds: 10_000,
  crewSize: 2,
});

describe('the recommended product', () => {
  it.each([
    ['a lamp in its box', [item([14, 30, 14], 12)], 'lite'],
    ['a chest of drawers that one person cannot lift', [item([36, 38, 18], 110)], 'pickup'],
    ['a refrigerator', [item([36, 70, 33], 280)], 'pickup'],
    ['a sofa longer than a pickup bed', [item([84, 36, 38], 140)], 'van'],
    ['a queen mattress, which lies over the wheel arches of a van', [item([60, 12, 80], 90)], 'van'],
    ['a king mattress, which stands in a sprinter', [item([76, 12, 80], 120)], 'xl'],
    ['a table top too wide for a sprinter either way', [item([80, 80, 6], 250)], 'box'],
    ['a piano that two people cannot lift', [item([58, 48, 25], 480)], null],
    ['a ladder longer than any truck', [item([16, 6, 240], 40)], null],
    ['nothing', [], null],
  ] as const)('for %s', (_, items, product) => {
    expect(recommended(...items)).toBe(product);
  });

  it('grows with the number of moving boxes', () => {
    const boxes = (count: number) =>
      recommended(...Array.from({ length: count }, () => item([18, 18, 16], 20)));
    expect([1, 24, 25, 50, 90, 150, 200].map(boxes)).toEqual([
      'lite',
      'lite',
      'van',
      'van',
      'xl',
      'box',
      null,
    ]);
  });

  it('turns to a larger vehicle when the load is too heavy for a smaller one', () => {
    const plates = (count: number) =>
      recommended(...Array.from({ length: count }, () => item([10, 2, 10], 74)));
    expect([13, 14, 34, 41, 55].map(plates)).toEqual(['lite', 'van', 'xl', 'box', null]);
  });
});

describe('a fit', () => {
  it('is exact: what fills the hold to the last tenth of an inch fits, what exceeds it by a hair does not', () => {
    const cubes = (edge: number) => Array.from({ length: 27 }, () => item([edge, edge, edge]));
    expect(fits(hold([48.3, 48.3, 48.3]), cubes(16.1))).toBe(true);
    expect(fits(hold([48.3, 48.3, 48.3]), cubes(16.102))).toBe(false);
  });

  it('is refused to items without a size, also when the caller failed to', () => {
    for (const edge of [0, -5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(fits(hold([50, 50, 50]), [item([10, edge, 10])])).toBe(false);
    }
    expect(fits(hold([50, 50, 50]), [item([10, 10, 10], -1)])).toBe(false);
    expect(fits(hold([50, 50, 50]), [item([10, 10, 10], Number.NaN)])).toBe(false);
  });

  it('answers for two hundred items well within a request', () => {
    const startedAt = performance.now();
    expect(
      fits(
        hold([67, 77, 145]),
        Array.from({ length: MAX_ITEMS }, () => item([12, 12, 12])),
      ),
    ).toBe(true);
    expect(
      fits(
        hold([53, 53, 118]),
        Array.from({ length: 191 }, () => item([12, 12, 12])),
      ),
    ).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });

  it('is found for at least 95 of 100 loads known to fit at seven tenths of the space', () => {
    const random = lehmer(7);
    let found = 0;
    for (let load = 0; load < 200; load += 1) {
      const pieces = cutUp([53, 53, 118], 8 + Math.floor(random() * 10), random);
      const shrunk = pieces.map((piece) => item(scaled(piece, Math.cbrt(0.7))));
      if (fits(hold([53, 53, 118]), shrunk)) found += 1;
    }
    expect(found).toBeGreaterThanOrEqual(190);
  });
});

describe('a larger hold', () => {
  it('takes what a smaller one inside it takes, also where a search of its own would have missed it', () => {
    const small = hold([53, 53, 118]);
    const ledge: Triple = [1, 10, 118];
    const blocked = [0, 54].map((x): PlacedBox => ({ at: [x, 0, 0], size: ledge }));
    const large: VehicleHold = { ...small, spaceInches: { size: [55, 53, 118], blocked } };
    const random = lehmer(11);
    let missed = 0;
    for (let load = 0; load < 60; load += 1) {
      const items = cutUp([53, 53, 118], 16, random).map((piece) => item(scaled(piece, Math.cbrt(0.8))));
      if (!fits(small, items)) continue;
      if (!fits(large, items)) missed += 1;
      expect(smallestFitting([small, large], items, (each) => each === large)).toBe(large);
    }
    expect(missed).toBeGreaterThan(0);
  });
});

const edge = fc.double({ min: 1, max: 60, noNaN: true });
const loads: fc.Arbitrary<Item[]> = fc.array(
  fc.record({
    dimensionsInches: fc.tuple(edge, edge, edge),
    weightPounds: fc.double({ min: 0, max: 80, noNaN: true }),
  }),
  { minLength: 1, maxLength: 25 },
);

describe('for any load', () => {
  it('the recommended vehicle holds it: inside, apart, turned but not bent, within weight and lift', () => {
    fc.assert(
      fc.property(loads, (items) => {
        const vehicle = smallestFitting(vehicleHolds, items);
        if (vehicle === null) return;
        expect(items.reduce((sum, { weightPounds }) => sum + weightPounds, 0)).toBeLessThanOrEqual(
          vehicle.payloadPounds,
        );
        for (const { weightPounds } of items)
          expect(weightPounds).toBeLessThanOrEqual(vehicle.crewSize === 1 ? 75 : 300);
        for (const each of vehicleHolds) {
          const placed = findPlacement(each, items);
          if (placed !== null) expectPhysical(each, items, placed);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('no smaller vehicle would have done, and every larger one does when the smaller ones are away', () => {
    fc.assert(
      fc.property(loads, (items) => {
        const smallest = smallestFitting(vehicleHolds, items);
        const rank = smallest === null ? vehicleHolds.length : vehicleHolds.indexOf(smallest);
        for (const [index, vehicle] of vehicleHolds.entries()) {
          if (index < rank) expect(fits(vehicle, items)).toBe(false);
          else expect(smallestFitting(vehicleHolds, items, (each) => each === vehicle)).toBe(vehicle);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('the same question gets the same answer', () => {
    fc.assert(
      fc.property(loads, fc.constantFrom(...vehicleHolds), (items, vehicle) => {
        expect(findPlacement(vehicle, items)).toEqual(findPlacement(vehicle, structuredClone(items)));
      }),
      { numRuns: 30 },
    );
  });
});

function expectPhysical(vehicle: VehicleHold, items: readonly Item[], placed: readonly PlacedBox[]): void {
  const inches = (box: PlacedBox) => ({
    from: box.at.map((v) => v / 1_000),
    to: box.at.map((v, i) => (v + (box.size[i] ?? 0)) / 1_000),
  });
  const blocked = vehicle.spaceInches.blocked.map(({ at, size }) => ({
    from: [...at],
    to: at.map((v, i) => v + (size[i] ?? 0)),
  }));
  const boxes = [...placed.map(inches), ...blocked];
  expect(placed).toHaveLength(items.length);
  for (const [index, { from, to }] of boxes.entries()) {
    for (const axis of [0, 1, 2]) {
      expect(from[axis]).toBeGreaterThanOrEqual(0);
      expect(to[axis]).toBeLessThanOrEqual(vehicle.spaceInches.size[axis] ?? 0);
    }
    for (const other of boxes.slice(0, index)) {
      const apart = [0, 1, 2].some(
        (axis) => (from[axis] ?? 0) >= (other.to[axis] ?? 0) || (other.from[axis] ?? 0) >= (to[axis] ?? 0),
      );
      expect(apart).toBe(true);
    }
  }
  for (const [index, { dimensionsInches }] of items.entries()) {
    const given = [...dimensionsInches].sort((a, b) => a - b);
    const got = [...(placed[index]?.size ?? [])].sort((a, b) => a - b);
    for (const axis of [0, 1, 2]) {
      expect(got[axis]).toBeGreaterThan((given[axis] ?? 0) * 1_000 - 0.001);
      expect(got[axis]).toBeLessThan((given[axis] ?? 0) * 1_000 + 1);
    }
  }
}

/** Saws a block into `count` pieces, always the largest along its longest edge, so that a way to pack them exists. */
function cutUp(block: Triple, count: number, random: () => number): Triple[] {
  const pieces: Triple[] = [block];
  while (pieces.length < count) {
    pieces.sort((a, b) => b[0] * b[1] * b[2] - a[0] * a[1] * a[2]);
    const largest = pieces.shift() ?? block;
    const axis = largest.indexOf(Math.max(...largest));
    const at = Math.max(1, Math.round((largest[axis] ?? 0) * (0.3 + 0.4 * random())));
    pieces.push(moved(largest, axis, at), moved(largest, axis, (largest[axis] ?? 0) - at));
  }
  return pieces;
}

function scaled([a, b, c]: Triple, factor: number): Triple {
  return [a * factor, b * factor, c * factor];
}

function lehmer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
