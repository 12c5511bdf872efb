import { expect, it } from 'vitest';
import { laterThatDay, randomProblem } from '../../../test/support/planner-problems.ts';
import { check } from './check.ts';
import { type CompiledProblem, compileProblem } from './compiled-problem.ts';
import { CurrentSolution } from './current-solution.ts';
import { KeptRoutes } from './kept-routes.ts';
import { solve } from './plan.ts';
import type { Problem } from './problem.ts';
import { Random } from './random.ts';
import { RoutePool } from './route-pool.ts';
import { presentSolution } from './solution.ts';

const VEHICLES = 6;
const REQUESTS = 16;

/** A day that has begun, so that some stops are frozen. Some requests are locked to a vehicle, also if all are equal. */
function begunDay(seed: number, areEqual: boolean): Problem {
  const problem = randomProblem(seed, { vehicles: VEHICLES, requests: REQUESTS });
  const first = problem.vehicles[0];
  const vehicles = problem.vehicles.map((each) =>
    areEqual ? { ...first, id: each.id } : each,
  ) as typeof problem.vehicles;
  const day = { ...problem, vehicles };
  return laterThatDay(day, solve(day, { iterations: 50, seed }), 1);
}

/** Solutions built from nothing, whose routes are in the pool. */
function pooled(problem: Problem, seed: number) {
  const compiled = compileProblem(problem);
  const current = new CurrentSolution(compiled, new Random(seed));
  const pool = new RoutePool(compiled, current.routes);
  let cheapest = Infinity;
  for (let nth = 0; nth < 12; nth += 1) {
    current.restart();
    pool.add(Infinity);
    for (let iteration = 0; iteration < 10; iteration += 1) {
      current.change(0, false);
      pool.add(Infinity);
      if (current.absentCount === 0) cheapest = Math.min(cheapest, current.cost);
    }
  }
  return { compiled, current, pool, cheapest };
}

function combined(pool: RoutePool, below: number): number[][] | null {
  const search = pool.combine(VEHICLES, below);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

function faultsOf(problem: Problem, compiled: CompiledProblem, { routes }: CurrentSolution) {
  const kept = new KeptRoutes(compiled, routes);
  kept.keep();
  return check(problem, presentSolution(compiled, kept.nodes(), 0)).faults;
}

it('makes solutions that keep every rule, with frozen stops, breaks, locks and unequal vehicles', () => {
  let found = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    const problem = begunDay(seed, seed % 2 === 0);
    const { compiled, current, pool } = pooled(problem, seed);
    const routes = combined(pool, 1e6);
    if (!routes) continue;
    found += 1;
    current.replace(routes, VEHICLES);
    expect(faultsOf(problem, compiled, current)).toEqual([]);
  }
  expect(found).toBeGreaterThan(5);
});

/** Vehicles of one class, which have a break, and no locks: a route may then be driven by another vehicle than in its solution. */
function equalVehicles(seed: number): Problem {
  const { requests, ...problem } = randomProblem(seed, { vehicles: VEHICLES, requests: REQUESTS });
  const pause = { earliest: 11 * 3600, latest: 14 * 3600, seconds: 1800 };
  const vehicles = problem.vehicles.map(({ id }) => ({ ...problem.vehicles[0], id, breaks: [pause] }));
  return {
    ...problem,
    vehicles: vehicles as Problem['vehicles'],
    requests: requests.map(({ id, stops, exclusive = false }) => ({ id, stops, exclusive })),
  };
}

it.each([
  ['unequal', (seed: number) => randomProblem(seed, { vehicles: VEHICLES, requests: REQUESTS })],
  ['equal', equalVehicles],
])('combines routes of different solutions with %s vehicles into a cheaper one', (_, problemOf) => {
  let gained = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    const problem = problemOf(seed);
    const { compiled, current, pool, cheapest } = pooled(problem, seed);
    const routes = combined(pool, cheapest);
    if (!routes) continue;
    current.replace(routes, VEHICLES);
    expect(current.absentCount).toBe(0);
    expect(current.cost).toBeLessThan(cheapest);
    expect(faultsOf(problem, compiled, current)).toEqual([]);
    gained += 1;
  }
  expect(gained).toBeGreaterThan(0);
});
