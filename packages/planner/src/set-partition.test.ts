import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ClassColumn, choosePartition, type PartitionLimits } from './set-partition.ts';

const REQUESTS = 7;

const column: fc.Arbitrary<ClassColumn> = fc.record({
  requests: fc.uniqueArray(fc.integer({ min: 0, max: REQUESTS - 1 }), { minLength: 1, maxLength: 4 }),
  cost: fc.integer({ min: 1, max: 100 }),
  class: fc.integer({ min: 0, max: 1 }),
});

function choose(columns: readonly ClassColumn[], limits: PartitionLimits): readonly number[] | null {
  const search = choosePartition(columns, limits);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** Least cost of `count` columns or fewer that serve each request once, by trying all of them. */
function leastCost(columns: readonly ClassColumn[], { count, vehicles }: PartitionLimits): number {
  let least = Infinity;
  const extend = (served: ReadonlySet<number>, chosen: readonly ClassColumn[], cost: number): void => {
    if (served.size === REQUESTS) least = Math.min(least, cost);
    if (served.size === REQUESTS || chosen.length === count) return;
    const request = Array.from({ length: REQUESTS }, (_, each) => each).find((each) => !served.has(each));
    for (const each of columns) {
      if (!each.requests.includes(request ?? -1) || each.requests.some((other) => served.has(other)))
        continue;
      if (chosen.filter((other) => other.class === each.class).length === vehicles.get(each.class)) continue;
      extend(new Set([...served, ...each.requests]), [...chosen, each], cost + each.cost);
    }
  };
  extend(new Set(), [], 0);
  return least;
}

it('finds the cheapest choice below a known cost, and otherwise none', () => {
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 5, maxLength: 30 }),
      fc.integer({ min: 2, max: 3 }),
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 10, max: 300 }),
      (columns, count, ofFirstClass, known) => {
        const vehicles = new Map([
          [0, ofFirstClass],
          [1, 3],
        ]);
        const limits = { requestCount: REQUESTS, count, vehicles, known };
        const least = leastCost(columns, limits);
        const chosen = choose(columns, limits)?.map((index) => columns[index] as ClassColumn);
        if (!chosen) {
          expect(least).toBeGreaterThanOrEqual(known);
          return;
        }
        const cost = chosen.reduce((sum, each) => sum + each.cost, 0);
        expect(cost).toBeLessThan(known);
        expect(cost).toBe(least);
        const served = chosen.flatMap(({ requests }) => requests).sort((a, b) => a - b);
        expect(served).toEqual([0, 1, 2, 3, 4, 5, 6]);
        expect(chosen.filter((each) => each.class === 0).length).toBeLessThanOrEqual(ofFirstClass);
      },
    ),
    { numRuns: 200 },
  );
});
