// Simulates days on which journeys and services take longer or shorter than the matrix says, and counts requests that
// miss a window. Dispatchers can compare plans by it before they apply one: fewer miles often means less slack.
import type { Problem, Stop, StopRef, Vehicle } from './problem.ts';
import { Random } from './random.ts';
import type { PlannedBreak } from './solution.ts';
import { TravelClock } from './travel-clock.ts';

export interface SimulationOptions {
  /** 50 if not given. */
  readonly days?: number;
  /** Durations vary uniformly and independently by this share in both directions; 0.2 if not given. */
  readonly spread?: number;
  /** 1 if not given. */
  readonly seed?: number;
}

export interface SimulatedDays {
  /** Mean number of requests per day with a stop whose service begins after its window. */
  readonly lateRequests: number;
  /** Mean sum per day of what those stops are late, in seconds. */
  readonly lateSeconds: number;
  /** Share of days on which a request is late, for requests that ever are. */
  readonly lateShare: ReadonlyMap<string, number>;
}

/** The part of a solution that is driven: a plan of another origin can be simulated, too. */
export interface DrivenRoute {
  readonly vehicle: string;
  readonly stops: readonly StopRef[];
  readonly breaks: readonly Pick<PlannedBreak, 'afterStops'>[];
}

/** Vehicles drive their stops in the planned order, leave as early as possible and wait for windows to open. */
export function simulate(
  problem: Problem,
  plan: { readonly routes: readonly DrivenRoute[] },
  { days = 50, spread = 0.2, seed = 1 }: SimulationOptions = {},
): SimulatedDays {
  const random = new Random(seed);
  const vary = () => 1 + (2 * random.next() - 1) * spread;
  const drivers = plan.routes.map((route) => new Driver(problem, route));
  const lateDays = new Map<string, number>();
  let lateSeconds = 0;
  for (let day = 0; day < days; day += 1)
    for (const driver of drivers)
      for (const [request, seconds] of driver.drive(vary)) {
        lateDays.set(request, (lateDays.get(request) ?? 0) + 1);
        lateSeconds += seconds;
      }
  const lateShare = new Map([...lateDays].map(([request, count]) => [request, count / days]));
  const lateRequests = [...lateShare.values()].reduce((sum, share) => sum + share, 0);
  return { lateRequests, lateSeconds: lateSeconds / days, lateShare };
}

class Driver {
  readonly #vehicle: Vehicle;
  readonly #visits: readonly { readonly request: string; readonly stop: Stop }[];
  readonly #breaksAfter: readonly number[];
  readonly #problem: Problem;
  readonly #clock: TravelClock | null;

  constructor(problem: Problem, { vehicle, stops, breaks }: DrivenRoute) {
    const known = problem.vehicles.find(({ id }) => id === vehicle);
    if (!known) throw new RangeError(`The plan has an unknown vehicle ${vehicle}`);
    const requests = new Map(problem.requests.map((request) => [request.id, request]));
    this.#problem = problem;
    this.#vehicle = known;
    this.#visits = stops.map(({ request, stop }) => {
      const visited = requests.get(request)?.stops[stop];
      if (!visited) throw new RangeError(`The plan has an unknown stop ${stop} of ${request}`);
      return { request, stop: visited };
    });
    this.#breaksAfter = breaks.map(({ afterStops }) => afterStops);
    const { hourlyFactors } = problem.matrix;
    this.#clock = hourlyFactors ? new TravelClock(hourlyFactors) : null;
  }

  /** Late requests of a day, and by how many seconds. `vary` gives the factor of each duration. */
  drive(vary: () => number): Map<string, number> {
    const { matrix } = this.#problem;
    const late = new Map<string, number>();
    let time = this.#vehicle.shift.start;
    let at = this.#vehicle.start;
    for (const [index, { request, stop }] of this.#visits.entries()) {
      time = this.#afterBreaks(index, time);
      if (at !== undefined) {
        const seconds = Number(matrix.seconds[at * matrix.size + stop.place]) * vary();
        time = this.#clock === null ? time + seconds : this.#clock.arrival(time, seconds);
      }
      time = Math.max(time, stop.earliest ?? -Infinity);
      const lateness = time - (stop.latest ?? Infinity);
      if (lateness > 0) late.set(request, (late.get(request) ?? 0) + lateness);
      time += (stop.service ?? 0) * vary();
      at = stop.place;
    }
    return late;
  }

  #afterBreaks(served: number, departure: number): number {
    const pauses = [...(this.#vehicle.breaks ?? [])].sort((a, b) => a.earliest - b.earliest);
    let time = departure;
    for (const [index, after] of this.#breaksAfter.entries()) {
      const pause = pauses[index];
      if (after === served && pause) time = Math.max(time, pause.earliest) + pause.seconds;
    }
    return time;
  }
}
