// Which time windows of a new request could be driven on top of a plan, and at what extra cost. For every position of
// every route, the possible begin of service at the first stop is an interval: from the arrival after the stop before, to
// the latest start that keeps the rest of the route feasible. A window is drivable if it meets such an interval. All
// windows are answered in one pass, in constant time per position.
//
// The stops of the request stay together, also those of a shareable one: an answer may then be too careful, never wrong.
import { incompatibility } from './compiled-problem.ts';
import type { Problem, TransportRequest } from './problem.ts';
import { plannedDurations } from './robust-durations.ts';
import { loadSolution, type Solution } from './solution.ts';

const CAPACITY_TOLERANCE = 1e-9;

/** Journeys between the places of the plan and the stops of a new request, which need not be in the matrix. */
export interface CandidateTravel {
  /** From each place of the matrix to the first stop. */
  readonly toFirst: Journeys;
  /** From the last stop to each place of the matrix. */
  readonly fromLast: Journeys;
  /** From each stop to the next one. */
  readonly between: Journeys;
}

export interface Journeys {
  readonly seconds: ArrayLike<number>;
  readonly miles: ArrayLike<number>;
}

/** For the begin of service at the first stop. */
export interface WindowQuestion {
  readonly earliest: number;
  readonly latest: number;
}

export interface WindowAnswer {
  /** Infinite if the window cannot be driven. */
  readonly cost: number;
  /** Vehicle of the cheapest insertion. */
  readonly vehicle: string | null;
}

/** Journeys of a request whose places are in the matrix. */
export function travelFromMatrix({ matrix }: Problem, { stops }: TransportRequest): CandidateTravel {
  const { size } = matrix;
  const [first, last] = [stops[0]?.place ?? 0, stops.at(-1)?.place ?? 0];
  const journeys = (count: number, cellOf: (index: number) => number): Journeys => {
    // Plain loops: Float64Array.from with a function takes ten times as long, which dominated an answer.
    const [seconds, miles] = [new Float64Array(count), new Float64Array(count)];
    for (let index = 0; index < count; index += 1) {
      const cell = cellOf(index);
      seconds[index] = matrix.seconds[cell] as number;
      miles[index] = matrix.miles[cell] as number;
    }
    return { seconds, miles };
  };
  const placeOf = (index: number) => stops[index]?.place ?? 0;
  return {
    toFirst: journeys(size, (place) => place * size + first),
    fromLast: journeys(size, (place) => last * size + place),
    between: journeys(stops.length - 1, (index) => placeOf(index) * size + placeOf(index + 1)),
  };
}

/** A plan, prepared for questions about windows. Build it again when the plan changes. */
export class DrivableWindows {
  readonly #problem: Problem;
  readonly #compiled;
  readonly #routes;
  readonly #factor: number;
  readonly #buffer: number;

  constructor(problem: Problem, solution: Solution) {
    this.#problem = problem;
    const { compiled, routes } = loadSolution(problem, solution);
    this.#compiled = compiled;
    this.#routes = routes;
    const { factor, bufferSeconds } = plannedDurations(problem.robustness);
    this.#factor = factor;
    this.#buffer = bufferSeconds;
  }

  /** One answer per window, in their order. The window replaces that of the first stop. */
  answer(
    request: TransportRequest,
    windows: readonly WindowQuestion[],
    travel: CandidateTravel = travelFromMatrix(this.#problem, request),
  ): WindowAnswer[] {
    const best = new Float64Array(windows.length).fill(Infinity);
    const vehicles = new Int32Array(windows.length).fill(-1);
    const earliest = Float64Array.from(windows, (window) => window.earliest);
    const latest = Float64Array.from(windows, (window) => window.latest);
    const lastLatest = Math.max(...latest);
    const chain = new Chain(request, travel, this.#factor, this.#buffer);
    for (const [vehicle, each] of this.#problem.vehicles.entries())
      if (incompatibility(request, each) === null)
        this.#tryVehicle(vehicle, chain, { best, vehicles, earliest, latest, lastLatest });
    return windows.map((_, index) => ({
      cost: best[index] as number,
      vehicle: this.#problem.vehicles[vehicles[index] as number]?.id ?? null,
    }));
  }

  #tryVehicle(vehicle: number, chain: Chain, answers: Answers): void {
    const { next, departAt, place, lastFrozen, latestAt, openAfter, exclusiveAfter, size } = this.#routes;
    const { firstEnd, firstBreak, columns, clock } = this.#compiled;
    const { costPerHour = 0, costPerMile = 1, fixedCost = 0 } = this.#problem.vehicles[vehicle] ?? {};
    const costs = this.#compiled.costs[vehicle] as Float64Array;
    const virtual = columns - 1;
    const fastest = clock === null ? 1 : clock.fastest;
    const own = chain.cost(costPerHour, costPerMile) + (size[vehicle] === 0 ? fixedCost : 0);
    const shortest = chain.shortest(fastest);
    const routeEnd = firstEnd + vehicle;
    const { toFirst, fromLast } = chain.travel;
    for (let after = lastFrozen[vehicle] as number; after !== routeEnd; after = next[after] as number) {
      let arrival = departAt[after] as number;
      if (arrival > answers.lastLatest) return;
      if (chain.isExclusive ? (openAfter[after] as number) > 0 : exclusiveAfter[after] === 1) continue;
      let behind = next[after] as number;
      while (behind >= firstBreak) behind = next[behind] as number;
      const [from, to] = [place[after] as number, place[behind] as number];
      const toSeconds = from === virtual ? 0 : (toFirst.seconds[from] as number);
      const fromSeconds = to === virtual ? 0 : (fromLast.seconds[to] as number);
      let departure = latestAt[behind] as number;
      // Most positions of a full route have too little slack at any speed.
      if (arrival + (toSeconds + fromSeconds) * fastest + shortest > departure) continue;
      if (from !== virtual) arrival = this.#arrival(arrival, toSeconds);
      if (to !== virtual) departure = this.#departure(departure, fromSeconds);
      const latestStart = chain.latestStart(this.#beforeBreaks(after, behind, departure), clock);
      if (arrival > latestStart || !this.#fits(vehicle, after, chain)) continue;
      let cost = own - (costs[from * columns + to] as number);
      if (from !== virtual)
        cost += (toSeconds / 3600) * costPerHour + (toFirst.miles[from] as number) * costPerMile;
      if (to !== virtual)
        cost += (fromSeconds / 3600) * costPerHour + (fromLast.miles[to] as number) * costPerMile;
      record(answers, vehicle, cost, arrival, latestStart);
    }
  }

  #arrival(time: number, seconds: number): number {
    const { clock } = this.#compiled;
    const planned = seconds * this.#factor + this.#buffer;
    return clock === null ? time + planned : clock.arrival(time, planned);
  }

  #departure(time: number, seconds: number): number {
    const { clock } = this.#compiled;
    const planned = seconds * this.#factor + this.#buffer;
    return clock === null ? time - planned : clock.departure(time, planned);
  }

  /** Latest departure before the breaks between `after` and `behind`, for a departure after them. */
  #beforeBreaks(after: number, behind: number, departure: number): number {
    const { prev } = this.#routes;
    const { latest, service } = this.#compiled;
    let limit = departure;
    for (let node = prev[behind] as number; node !== after; node = prev[node] as number)
      limit = Math.min(latest[node] as number, limit - (service[node] as number));
    return limit;
  }

  #fits(vehicle: number, after: number, { peaks, net }: Chain): boolean {
    const { dimensions, capacity } = this.#compiled;
    const { onBoard, peakAfter } = this.#routes;
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      const entry = after * dimensions + dimension;
      const limit = (capacity[vehicle * dimensions + dimension] as number) + CAPACITY_TOLERANCE;
      if ((onBoard[entry] as number) + (peaks[dimension] ?? 0) > limit) return false;
      if ((peakAfter[entry] as number) + (net[dimension] ?? 0) > limit) return false;
    }
    return true;
  }
}

interface Answers {
  readonly best: Float64Array;
  readonly vehicles: Int32Array;
  readonly earliest: Float64Array;
  readonly latest: Float64Array;
  readonly lastLatest: number;
}

/** Notes the insertion for all windows that contain a start from `arrival` to `latestStart`. */
function record(answers: Answers, vehicle: number, cost: number, arrival: number, latestStart: number): void {
  const { best, vehicles, earliest, latest } = answers;
  for (let window = 0; window < best.length; window += 1) {
    if (cost >= (best[window] as number) || arrival > (latest[window] as number)) continue;
    if ((earliest[window] as number) > latestStart) continue;
    best[window] = cost;
    vehicles[window] = vehicle;
  }
}

/** The new request: planned durations inside it, and its highest load. */
class Chain {
  readonly isExclusive: boolean;
  readonly travel: CandidateTravel;
  /** Highest load on board per dimension, on top of what is there before. */
  readonly peaks: number[] = [];
  /** What stays on board after its last stop. */
  readonly net: number[] = [];
  readonly #service: number[];
  readonly #latest: number[];
  readonly #between: number[];

  constructor(
    { stops, exclusive = false }: TransportRequest,
    travel: CandidateTravel,
    factor: number,
    buffer: number,
  ) {
    this.isExclusive = exclusive;
    this.travel = travel;
    this.#service = stops.map(({ service = 0 }) => service * factor);
    this.#latest = stops.map(({ latest = Infinity }) => latest);
    this.#between = Array.from(travel.between.seconds, (seconds) => seconds * factor + buffer);
    for (const { load = [] } of stops)
      for (const [dimension, change] of load.entries()) {
        this.net[dimension] = (this.net[dimension] ?? 0) + change;
        this.peaks[dimension] = Math.max(this.peaks[dimension] ?? 0, this.net[dimension] ?? 0);
      }
  }

  /** Least time from the first stop to the end of the last one, at the factor of the fastest hour. */
  shortest(fastest: number): number {
    let seconds = 0;
    for (const each of this.#service) seconds += each;
    for (const each of this.#between) seconds += each * fastest;
    return seconds;
  }

  /** Cost of the journeys between its stops. */
  cost(perHour: number, perMile: number): number {
    const { seconds, miles } = this.travel.between;
    let cost = 0;
    for (let index = 0; index < seconds.length; index += 1)
      cost += (Number(seconds[index]) / 3600) * perHour + Number(miles[index]) * perMile;
    return cost;
  }

  /** Latest start at the first stop for which the vehicle can leave the last one at `departure`. */
  latestStart(departure: number, clock: { departure(time: number, seconds: number): number } | null): number {
    let limit = departure;
    for (let stop = this.#service.length - 1; stop >= 0; stop -= 1) {
      limit -= this.#service[stop] as number;
      if (stop === 0) break;
      limit = Math.min(limit, this.#latest[stop] as number);
      const seconds = this.#between[stop - 1] as number;
      limit = clock === null ? limit - seconds : clock.departure(limit, seconds);
    }
    return limit;
  }
}
