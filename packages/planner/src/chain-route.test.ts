// Routes of exclusive requests, compared with the general search and the checker.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProblem } from '../../../test/support/planner-problems.ts';
import { type ChainJob, ChainRoute } from './chain-route.ts';
import { check } from './check.ts';
import { DrivableWindows, travelFromMatrix, WindowQuestions } from './drivable-windows.ts';
import { solve } from './plan.ts';
import { PlannedTravel } from './planned-travel.ts';
import type { Problem, TransportRequest } from './problem.ts';
import { RequestChain } from './request-chain.ts';
import { type Solution, scheduleCurrent } from './solution.ts';
import { TravelClock } from './travel-clock.ts';

const windows = Array.from({ length: 12 }, (_, index) => ({
  earliest: (7 + index) * 3600,
  latest: (8 + index) * 3600,
}));

/** Exclusive requests without loads, vehicles without breaks and ends. */
function chainProblem(seed: number): Problem {
  const random = randomProblem(seed, { vehicles: 3, requests: 10 });
  return {
    ...random,
    objective: {},
    vehicles: random.vehicles.map(({ breaks: _breaks, end: _end, ...each }) => ({ ...each, capacity: [] })),
    requests: random.requests.map(({ lockedTo: _lockedTo, ...each }) => ({
      ...each,
      exclusive: true,
      stops: each.stops.map(({ load: _load, ...stop }) => stop),
    })),
  };
}

const jobOf = (problem: Problem, request: TransportRequest): ChainJob<number> => ({
  id: request.id,
  chain: new RequestChain(request, travelFromMatrix(problem, request).between, problem.robustness),
  first: request.stops[0]?.place ?? 0,
  last: request.stops.at(-1)?.place ?? 0,
});

function routesOf(problem: Problem, { routes }: Solution): ChainRoute<number>[] {
  const { matrix, robustness, requests, vehicles } = problem;
  const { hourlyFactors, size } = matrix;
  const travel = new PlannedTravel(robustness, hourlyFactors ? new TravelClock(hourlyFactors) : null);
  return vehicles.map((vehicle) => {
    const stops = routes.find((route) => route.vehicle === vehicle.id)?.stops ?? [];
    const ids = stops.filter(({ stop }) => stop === 0).map(({ request }) => request);
    return new ChainRoute(
      {
        vehicle,
        start: vehicle.start ?? null,
        travel,
        journeyBetween: (from, to) => ({
          seconds: matrix.seconds[from * size + to] as number,
          miles: matrix.miles[from * size + to] as number,
        }),
      },
      ids.map((id) => jobOf(problem, requests.find((each) => each.id === id) as TransportRequest)),
    );
  });
}

/** The same plan with the request inserted, as a current plan. */
function extendedBy(
  problem: Problem,
  solution: Solution,
  added: TransportRequest,
  number: number,
  position: number,
) {
  const vehicle = problem.vehicles[number]?.id ?? '';
  const order = solution.routes.find((route) => route.vehicle === vehicle)?.stops ?? [];
  const ids = [...new Set(order.map(({ request }) => request))].toSpliced(position, 0, added.id);
  const requests = [...problem.requests, added];
  const stops = ids.flatMap((request) =>
    (requests.find(({ id }) => id === request)?.stops ?? []).map((_, stop) => ({ request, stop })),
  );
  const others = solution.routes.filter((route) => route.vehicle !== vehicle);
  return { ...problem, requests, current: [...others, { vehicle, stops }] };
}

describe('a route of exclusive requests', () => {
  it('answers like the general search, and has its times after an insertion', () => {
    let inserted = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const all = chainProblem(seed);
        const [asked, ...requests] = all.requests as [TransportRequest, ...TransportRequest[]];
        const problem = { ...all, requests };
        const solution = solve(problem, { iterations: 30, seed });
        const routes = routesOf(problem, solution);
        expect(routes.every(({ isFeasible }) => isFeasible)).toBe(true);
        const travel = travelFromMatrix(problem, asked);
        const general = new DrivableWindows(problem, solution);
        const { first, last } = jobOf(problem, asked);
        const ask = (hasCosts: boolean) => {
          const { robustness } = problem;
          const questions = new WindowQuestions(asked, windows, travel.between, { robustness, hasCosts });
          for (const [number, route] of routes.entries()) route.ask(questions, number, first, last);
          return questions;
        };
        const found = ask(true);
        const expected = general.answer(asked, windows, travel);
        expect(ask(false).drivable).toEqual(expected.map(({ vehicle }) => vehicle !== null));
        for (const [index, { cost }] of expected.entries()) {
          if (cost === Infinity) expect(found.cost(index)).toBe(Infinity);
          else expect(found.cost(index)).toBeCloseTo(cost, 6);
          const [number = -1, position = 0] = [found.answers.vehicles[index], found.answers.gaps[index]];
          if (number === -1) continue;
          inserted += 1;
          const stops = asked.stops.map((stop, nth) => (nth === 0 ? { ...stop, ...windows[index] } : stop));
          const added = { ...asked, stops };
          const route = (routes[number] as ChainRoute<number>).with(jobOf(problem, added), position);
          expect(route.isFeasible).toBe(true);
          const extended = extendedBy(problem, solution, added, number, position);
          const scheduled = scheduleCurrent(extended);
          expect(check(extended, scheduled).faults).toEqual([]);
          const planned = scheduled.routes.find(({ vehicle }) => vehicle === route.vehicle.id);
          const visits = route.jobs.flatMap((job) => job.visits);
          expect(visits).toEqual(
            planned?.stops.map(({ arrival, start, departure }) => ({ arrival, start, departure })),
          );
        }
      }),
      { numRuns: 60 },
    );
    expect(inserted).toBeGreaterThan(60);
  });

  it('is not feasible if a window is missed, the shift is too short, or a journey is not known', () => {
    const vehicle = { id: 'v', capacity: [], shift: { start: 0, end: 1_000 } };
    const travel = new PlannedTravel(undefined, null);
    const job = (latest: number, service: number): ChainJob<number> => ({
      id: 'r',
      chain: new RequestChain(
        { id: 'r', stops: [{ place: 0, latest, service }] },
        { seconds: [], miles: [] },
      ),
      first: 1,
      last: 1,
    });
    const isFeasible = (known: boolean, each: ChainJob<number>) => {
      const journeyBetween = () => (known ? { seconds: 100, miles: 1 } : null);
      return new ChainRoute({ vehicle, start: 0, travel, journeyBetween }, [each]).isFeasible;
    };
    expect(isFeasible(true, job(100, 900))).toBe(true);
    expect(isFeasible(true, job(99, 900))).toBe(false);
    expect(isFeasible(true, job(100, 901))).toBe(false);
    expect(isFeasible(false, job(100, 100))).toBe(false);
  });
});
