// Properties of every solution, for random problems with all features of the model.
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { laterThatDay, manyStops, randomProblem } from '../../../test/support/planner-problems.ts';
import { tightDay } from '../../../test/support/tight-day.ts';
import { check } from './check.ts';
import { explain } from './explain.ts';
import { LimitedSearch, type Progress, plan, solve } from './plan.ts';
import type { Problem } from './problem.ts';

const seeds = fc.integer({ min: 1, max: 1_000_000 });
const small = { vehicles: 4, requests: 14 };
const RUNS = { numRuns: 40 };

describe('a solution', () => {
  it('keeps every rule of the problem', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const problem = randomProblem(seed, small);
        expect(check(problem, solve(problem, { iterations: 150, seed })).faults).toEqual([]);
      }),
      RUNS,
    );
  });

  it('keeps frozen stops, also when the day has become late', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 3 }), fc.boolean(), (seed, frozenStops, isLate) => {
        const problem = randomProblem(seed, small);
        const later = laterThatDay(problem, solve(problem, { iterations: 50, seed }), frozenStops);
        const delayed = {
          ...later,
          vehicles: later.vehicles.map((each) => ({
            ...each,
            shift: { ...each.shift, start: each.shift.start + (isLate ? 7200 : 0) },
          })),
        };
        const solution = solve(delayed, { iterations: 100, seed });
        const { faults, lateSeconds } = check(delayed, solution);
        expect(faults).toEqual([]);
        if (!isLate) expect(lateSeconds).toBe(0);
      }),
      RUNS,
    );
  });

  it('keeps every rule after rounds that refill an emptied vehicle', () => {
    for (const day of [3, 9]) {
      const problem = tightDay(day, 10, 3);
      const solution = solve(problem, { iterations: 900 * problem.requests.length, seed: 1 });
      expect(check(problem, solution).faults).toEqual([]);
      expect(solution.unserved).toEqual([]);
      // With fewer vehicles, rounds begin from nothing.
      expect(solution.routes.length).toBeGreaterThan(5);
    }
  });

  it('keeps every rule after rounds that begin from nothing', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(5_000, 40_000), (seed, iterations) => {
        const problem = {
          ...randomProblem(seed, { vehicles: 8, requests: 6 }),
          objective: { vehicles: 'first' } as const,
        };
        const solution = solve(problem, { iterations, seed });
        expect(check(problem, solution).faults).toEqual([]);
        expect(solve(problem, { iterations, seed })).toEqual(solution);
        const { unserved } = solve(problem, { iterations: 100, seed });
        expect(solution.unserved.length).toBeLessThanOrEqual(unserved.length);
      }),
      { numRuns: 4 },
    );
  });

  it('needs no vehicle that an exchange of requests between full routes saves', () => {
    for (const day of [3, 9]) {
      const problem = tightDay(day, 10, 6);
      const solution = solve(problem, { iterations: 4_000, seed: 1 });
      expect(check(problem, solution).faults).toEqual([]);
      expect(solution.routes.length).toBe(7);
    }
  });

  it('is determined by seed and number of iterations', () => {
    const problem = randomProblem(7, { vehicles: 6, requests: 40 });
    const limits = { iterations: 300, seed: 5 };
    expect(solve(problem, limits)).toEqual(solve(problem, limits));
    const { vehicles, requests, ...rest } = problem;
    expect(solve({ vehicles, requests, ...rest }, { ...limits, seconds: 60 })).toEqual(
      solve(problem, limits),
    );
  });

  it('serves requests of a high priority first', () => {
    const problem = scarce();
    expect(solve(problem, { iterations: 200 }).unserved).toEqual(['low-1', 'low-2']);
  });

  it('stays with the current vehicles if a change costs more than it saves', () => {
    const all = randomProblem(11, { vehicles: 5, requests: 20 });
    const before = solve({ ...all, objective: {} }, { iterations: 1, seed: 1 });
    const base = { ...all, requests: all.requests.filter(({ id }) => !before.unserved.includes(id)) };
    const changes = (changeCost: number) => {
      const problem = { ...laterThatDay(base, before, 0), objective: { changeCost } };
      const solution = solve(problem, { iterations: 400, seed: 2 });
      const vehicleOf = new Map(
        before.routes.flatMap(({ vehicle, stops }) => stops.map(({ request }) => [request, vehicle])),
      );
      return solution.routes.flatMap(({ vehicle, stops }) =>
        stops.filter(({ request, stop }) => stop === 0 && (vehicleOf.get(request) ?? vehicle) !== vehicle),
      ).length;
    };
    expect(changes(0)).toBeGreaterThan(0);
    expect(changes(1000)).toBe(0);
  });
});

describe('a run', () => {
  it('reports progress and ends at its deadline', async () => {
    const problem = randomProblem(3, { vehicles: 10, requests: 80 });
    const reports: Progress[] = [];
    const started = performance.now();
    const run = plan(problem, { seconds: 0.3, onProgress: (progress) => reports.push(progress) });
    expect(check(problem, run.best()).faults).toEqual([]);
    const solution = await run.result;
    expect(performance.now() - started).toBeGreaterThanOrEqual(299);
    expect(check(problem, solution).faults).toEqual([]);
    expect(reports.at(-1)?.cost).toBeCloseTo(solution.cost, 6);
  });

  it('reads the clock after every request that it inserts into the first solution', () => {
    const large = manyStops();
    const search = new LimitedSearch(large, { seconds: 1000 });
    // Each reading is one millisecond later, so a slice of 1.5 ms holds one step of work.
    let time = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1));
    onTestFinished(() => clock.mockRestore());
    const unserved = () => search.best().unserved.length;
    for (let slice = 0, before = unserved(); slice < 30; slice += 1, before = unserved()) {
      search.advance(1.5, () => false);
      expect(before - unserved()).toBeLessThanOrEqual(1);
    }
    expect(unserved()).toBeLessThan(large.requests.length);
    expect(clock).toHaveBeenCalledTimes(30 * 3);
    expect(check(large, search.best()).faults).toEqual([]);
  });

  it('serves most requests even if its time is over before the first solution is complete', () => {
    const large = manyStops();
    const solution = solve(large, { seconds: 0.001 });
    expect(solution.unserved.length).toBeLessThan(large.requests.length / 4);
    expect(solution.iterations).toBe(0);
    expect(check(large, solution).faults).toEqual([]);
  });

  it('yields to the event loop', async () => {
    const problem = randomProblem(3, { vehicles: 10, requests: 80 });
    // Turns of the event loop, not ticks of a timer: a slice is 4 ms, so a slow machine has more turns, never fewer.
    let turns = 0;
    let isRunning = true;
    const count = () => {
      turns += 1;
      if (isRunning) setImmediate(count);
    };
    setImmediate(count);
    await plan(problem, { iterations: 1_000 }).result;
    isRunning = false;
    expect(turns).toBeGreaterThan(5);
  });

  it('ends early when it is aborted', async () => {
    const problem = randomProblem(3, { vehicles: 4, requests: 20 });
    const controller = new AbortController();
    const run = plan(problem, {
      seconds: 60,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(check(problem, await run.result).faults).toEqual([]);
  });

  it('refuses a problem with a mistake and names the field', () => {
    const problem = randomProblem(1, small);
    const [first, ...others] = problem.requests;
    const wrong = { ...problem, requests: [{ ...first, id: 'x', stops: [{ place: 999 }] }, ...others] };
    expect(() => solve(wrong, { iterations: 1 })).toThrow(/requests\[0\]\.stops\[0\]\.place must be a row/);
    expect(() => solve(problem, {})).toThrow('seconds, iterations');
  });
});

describe('reasons', () => {
  it('name what each vehicle lacks', () => {
    const problem = scarce();
    const solution = solve(problem, { iterations: 200 });
    expect(explain(problem, solution, 'low-1')).toEqual([
      { vehicle: 'van', reason: 'full', cost: null },
      { vehicle: 'late', reason: 'unreachable', cost: null },
      { vehicle: 'bike', reason: 'capacity', cost: null },
    ]);
    expect(explain(problem, solution, 'high-1')[0]).toMatchObject({ vehicle: 'van', reason: 'feasible' });
  });
});

/** One van that can serve two of four requests. */
function scarce(): Problem {
  const request = (id: string, priority: number) => ({
    id,
    priority,
    exclusive: true,
    stops: [
      { place: 1, earliest: 0, latest: 2200, service: 600, load: [2] },
      { place: 2, service: 600, load: [-2] },
    ],
  });
  const vehicle = (id: string, capacity: number, start: number) => ({
    id,
    capacity: [capacity],
    shift: { start, end: 9000 },
    start: 0,
  });
  const way = [0, 300, 300, 300, 0, 300, 300, 300, 0];
  return {
    vehicles: [vehicle('van', 2, 0), vehicle('late', 2, 5000), vehicle('bike', 1, 0)],
    requests: [request('low-1', 0), request('low-2', 0), request('high-1', 1), request('high-2', 1)],
    matrix: { size: 3, seconds: way, miles: way.map((each) => each / 120) },
  };
}
