import fc from 'fast-check';
import { expect, it } from 'vitest';
import { laterThatDay, randomProblem } from '../../../test/support/planner-problems.ts';
import { check } from './check.ts';
import { compileProblem } from './compiled-problem.ts';
import { CurrentSolution } from './current-solution.ts';
import { KeptRoutes } from './kept-routes.ts';
import { solve } from './plan.ts';
import type { Problem } from './problem.ts';
import { Random } from './random.ts';
import { Recombination } from './recombination.ts';
import { presentSolution } from './solution.ts';

const VEHICLES = 6;

/** A day that has begun, so that some stops are frozen. Some requests are locked to a vehicle, also if all are equal. */
function begunDay(seed: number, areEqual: boolean): Problem {
  const problem = randomProblem(seed, { vehicles: VEHICLES, requests: 24 });
  const first = problem.vehicles[0];
  const vehicles = problem.vehicles.map((each) =>
    areEqual ? { ...first, id: each.id } : each,
  ) as typeof problem.vehicles;
  const day = { ...problem, vehicles };
  return laterThatDay(day, solve(day, { iterations: 50, seed }), 1);
}

/** Two different solutions, and what `recombine` needs. */
function parentsOf(problem: Problem, seed: number) {
  const compiled = compileProblem(problem);
  const random = new Random(seed);
  const current = new CurrentSolution(compiled, random);
  const kept = new KeptRoutes(compiled, current.routes);
  const [receiver, donor] = [0, 1].map(() => {
    current.restart();
    kept.keep();
    return kept.nodes();
  }) as [number[][], number[][]];
  const recombination = new Recombination(compiled, current.routes, random);
  return { compiled, current, kept, receiver, donor, recombination };
}

it('makes a solution that keeps every rule, with frozen stops, breaks, locks and unequal vehicles', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.boolean(), (seed, areEqual) => {
      const problem = begunDay(seed, areEqual);
      const { compiled, current, kept, receiver, donor, recombination } = parentsOf(problem, seed);
      for (let nth = 0; nth < 5; nth += 1) {
        const child = recombination.child(receiver, donor);
        const stops = child.flat().filter((node) => node < compiled.stopCount);
        expect(new Set(stops).size).toBe(stops.length);
        current.replace(child, VEHICLES);
        kept.keep();
        expect(check(problem, presentSolution(compiled, kept.nodes(), 0)).faults).toEqual([]);
      }
    }),
    { numRuns: 20 },
  );
});

it('takes over routes of the donor, and keeps the others', () => {
  const problem = randomProblem(7, { vehicles: VEHICLES, requests: 24 });
  const { receiver, donor, recombination } = parentsOf(problem, 7);
  const children = Array.from({ length: 20 }, () => recombination.child(receiver, donor));
  const shared = (routes: number[][], others: number[][]) =>
    routes.filter((nodes, vehicle) => nodes.length > 0 && `${nodes}` === `${others[vehicle]}`).length;
  for (const child of children) expect(shared(child, receiver)).toBeGreaterThan(0);
  expect(children.some((child) => shared(child, donor) > shared(receiver, donor))).toBe(true);
});

it('leaves a solution as it is that has all routes of the other one', () => {
  const problem = randomProblem(7, { vehicles: VEHICLES, requests: 24 });
  const { receiver, recombination } = parentsOf(problem, 7);
  expect(recombination.child(receiver, receiver)).toEqual(receiver);
});
