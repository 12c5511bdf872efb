import { expect, it } from 'vitest';
import { Random } from './random.ts';
import { RoundResults } from './round-results.ts';

const STOPS = 40;
/** All stops in one route, with `swaps` pairs of neighbours in the other order. */
const routeWith = (swaps: number) => {
  const nodes = Array.from({ length: STOPS }, (_, stop) => stop);
  for (let swap = 0; swap < swaps; swap += 1)
    [nodes[4 * swap], nodes[4 * swap + 1]] = [4 * swap + 1, 4 * swap];
  return [nodes];
};
const costsOf = (results: RoundResults) => {
  const random = new Random(1);
  const pairs = Array.from({ length: 200 }, () => results.pair(random));
  return [...new Set(pairs.flatMap(([first, second]) => [first.cost, second.cost]))].sort((a, b) => a - b);
};

it('keeps the better one of two variations, and solutions that differ', () => {
  const results = new RoundResults();
  results.add({ vehicles: 3, cost: 20, routes: routeWith(0) });
  results.add({ vehicles: 3, cost: 30, routes: routeWith(9) });
  results.add({ vehicles: 3, cost: 19, routes: routeWith(1) });
  results.add({ vehicles: 3, cost: 21, routes: routeWith(1) });
  expect(costsOf(results)).toEqual([19, 30]);
});

it('keeps the twelve best, with as few vehicles as possible', () => {
  const results = new RoundResults();
  const shuffled = (seed: number) => {
    const random = new Random(seed);
    return [
      routeWith(0)[0]
        ?.map((node) => [random.next(), node] as const)
        .sort()
        .map(([, node]) => node) ?? [],
    ];
  };
  for (let nth = 1; nth <= 20; nth += 1) results.add({ vehicles: 3, cost: nth, routes: shuffled(nth) });
  expect(costsOf(results)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  results.add({ vehicles: 4, cost: 0, routes: shuffled(30) });
  expect(results.count).toBe(12);
  results.add({ vehicles: 2, cost: 50, routes: shuffled(31) });
  expect(results.count).toBe(1);
});
