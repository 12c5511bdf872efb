// Random problems for the planner: small, and with every feature of the model.
import type { Problem, Solution, TransportRequest, Vehicle } from '../../packages/planner/src/planner.ts';

type RandomNumbers = () => number;

const HOUR = 3600;

function randomNumbers(seed: number): RandomNumbers {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface ProblemSize {
  readonly vehicles: number;
  readonly requests: number;
  /** Side of the square area, in miles; 12 if not given. */
  readonly miles?: number;
}

export function randomProblem(seed: number, { vehicles, requests, miles = 12 }: ProblemSize): Problem {
  const random = randomNumbers(seed);
  const below = (count: number) => Math.floor(random() * count);
  const chance = (share: number) => random() < share;
  const jobs = Array.from({ length: requests }, () => ({
    stops: 1 + (chance(0.9) ? 1 + below(chance(0.1) ? 6 : 3) : 0),
  }));
  const size = vehicles + jobs.reduce((sum, { stops }) => sum + stops, 0);
  const points = Array.from({ length: size }, () => [random() * miles, random() * miles] as const);
  const distance = points.flatMap(([ax, ay]) => points.map(([bx, by]) => Math.hypot(ax - bx, ay - by)));
  // Asymmetric: up to 10 % more in one direction.
  const seconds = distance.map((each) => each * 180 * (1 + random() * 0.1));
  const fleet = Array.from({ length: vehicles }, (_, index): Vehicle => {
    const start = (7 + below(3)) * HOUR;
    return {
      id: `v${index}`,
      capacity: [4 + below(8), 3 + below(4)],
      skills: chance(0.6) ? ['lift'] : [],
      shift: { start, end: start + (6 + below(4)) * HOUR },
      ...(chance(0.4) && { breaks: [{ earliest: 11 * HOUR, latest: 13 * HOUR, seconds: 1800 }] }),
      ...(chance(0.8) && { start: index }),
      ...(chance(0.7) && { end: index }),
      costPerHour: 10,
      costPerMile: chance(0.5) ? 1 : 2,
      fixedCost: chance(0.5) ? 5 : 0,
    };
  });
  let place = vehicles;
  const transport = jobs.map(({ stops }, index): TransportRequest => {
    const amount = [1 + below(4), 1 + below(2)];
    const opens = (8 + below(7)) * HOUR;
    const first = place;
    place += stops;
    return {
      id: `r${index}`,
      stops: Array.from({ length: stops }, (_, stop) => ({
        place: first + stop,
        service: below(900),
        ...(stop === 0 && { earliest: opens, latest: opens + (1 + below(3)) * HOUR }),
        load: amount.map((each) => (stop === 0 ? each : stop === stops - 1 ? -each : 0)),
      })),
      ...(chance(0.3) && { skills: ['lift'] }),
      exclusive: chance(0.5),
      priority: below(2),
      ...(chance(0.1) && { lockedTo: `v${below(vehicles)}` }),
    };
  });
  return {
    vehicles: fleet,
    requests: transport,
    matrix: {
      size,
      seconds,
      miles: distance,
      ...(chance(0.5) && { hourlyFactors: Array.from({ length: 20 }, () => 0.8 + random() * 0.8) }),
    },
    ...(chance(0.5) && {
      robustness: { serviceLevel: 0.8, bufferSeconds: 120, marginSeconds: below(2) * 600 },
    }),
    objective: { vehicles: chance(0.3) ? 'first' : 'cost', changeCost: chance(0.5) ? 3 : 0 },
  };
}

/** The problem later in the day: the solution is the current plan, and each vehicle has begun its route. */
export function laterThatDay(problem: Problem, solution: Solution, frozenStops: number): Problem {
  return {
    ...problem,
    vehicles: problem.vehicles.map((vehicle) => {
      const planned = solution.routes.find((route) => route.vehicle === vehicle.id)?.stops.length ?? 0;
      return { ...vehicle, frozenStops: Math.min(frozenStops, planned) };
    }),
    current: solution.routes.map(({ vehicle, stops }) => ({
      vehicle,
      stops: stops.map(({ request, stop }) => ({ request, stop })),
    })),
  };
}

/** About 1,000 stops. */
export function manyStops(): Problem {
  return randomProblem(9, { vehicles: 100, requests: 290 });
}
