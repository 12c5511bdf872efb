// Which time windows of a new request could be driven on top of a plan, and at what extra cost. For every position of
// every route, the possible begin of service at the first stop is an interval: from the arrival after the stop before, to
// the latest start that keeps the rest of the route feasible. A window is drivable if it meets such an interval. All
// windows are answered in one pass, in constant time per position.
//
// The stops of the request stay together, also those of a shareable one: an answer may then be too careful, never wrong.
import { lacking } from './compiled-problem.ts';
import { Gaps } from './gaps.ts';
import type { Problem, Robustness, TransportRequest, Vehicle } from './problem.ts';
import { plannedDurations, plannedLatest } from './robust-durations.ts';
import { loadSolution, type Solution } from './solution.ts';

const CAPACITY_TOLERANCE = 1e-9;

/** Journeys between the places of the plan and the stops of a new request, which need not be in the matrix. */
export interface CandidateTravel {
  /** From a place of the matrix to the first stop. */
  readonly toFirst: JourneysByPlace;
  /** From the last stop to a place of the matrix. */
  readonly fromLast: JourneysByPlace;
  /** From each stop to the next one. */
  readonly between: Journeys;
}

/** Called only for positions with enough time. Infinite seconds: the position is not used. */
export interface JourneysByPlace {
  seconds(place: number): number;
  miles(place: number): number;
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
  /** Number of stops of its route before the insertion; -1 without one. */
  readonly afterStops: number;
}

/** Journeys of a request whose places are in the matrix. */
export function travelFromMatrix({ matrix }: Problem, { stops }: TransportRequest): CandidateTravel {
  const { size } = matrix;
  const first = stops[0]?.place ?? 0;
  const last = stops.at(-1)?.place ?? 0;
  const between: { seconds: number[]; miles: number[] } = { seconds: [], miles: [] };
  for (let index = 1; index < stops.length; index += 1) {
    const cell = (stops[index - 1]?.place ?? 0) * size + (stops[index]?.place ?? 0);
    between.seconds.push(matrix.seconds[cell] as number);
    between.miles.push(matrix.miles[cell] as number);
  }
  // Cells are read where they are: copying a column and a row took twice as long as the answer.
  const { seconds, miles } = matrix;
  return {
    toFirst: {
      seconds: (place) => seconds[place * size + first] as number,
      miles: (place) => miles[place * size + first] as number,
    },
    fromLast: {
      seconds: (place) => seconds[last * size + place] as number,
      miles: (place) => miles[last * size + place] as number,
    },
    between,
  };
}

/**
 * A new request with the windows that are asked for: whether each can be driven, not at what cost. Several plans, for example one
 * per vehicle, can answer it together; each looks only for the windows that are still open.
 */
export class WindowQuestions {
  readonly request: TransportRequest;
  readonly answers: Answers;
  readonly chain: Chain;

  /** The windows replace that of the first stop. */
  constructor(
    request: TransportRequest,
    windows: readonly WindowQuestion[],
    between: Journeys,
    robustness?: Robustness,
  ) {
    this.request = request;
    this.answers = new Answers(windows, robustness, false);
    this.chain = new Chain(request, between, robustness);
  }

  /** One per window: whether a plan that was asked so far has a place for it. */
  get drivable(): boolean[] {
    return Array.from(this.answers.best, (cost) => cost !== Infinity);
  }

  get isComplete(): boolean {
    return this.answers.isComplete;
  }
}

/** A plan, prepared for questions about windows. Build it again when the plan changes. */
export class DrivableWindows {
  readonly #problem: Problem;
  readonly #compiled;
  readonly #routes;
  readonly #gaps: Gaps;
  readonly #factor: number;
  readonly #buffer: number;
  /** Vehicles with equal skills and capacity have the same kind: a question is compared with each kind once. */
  readonly #kindOf: Int32Array;
  readonly #kinds: Vehicle[] = [];

  constructor(problem: Problem, solution: Solution) {
    this.#problem = problem;
    const { compiled, routes } = loadSolution(problem, solution);
    this.#compiled = compiled;
    this.#routes = routes;
    this.#gaps = new Gaps(compiled, routes);
    const { factor, bufferSeconds } = plannedDurations(problem.robustness);
    this.#factor = factor;
    this.#buffer = bufferSeconds;
    const indexOf = new Map<string, number>();
    this.#kindOf = Int32Array.from(problem.vehicles, (vehicle) => {
      const key = JSON.stringify([vehicle.capacity, vehicle.skills]);
      const kind = indexOf.get(key) ?? this.#kinds.push(vehicle) - 1;
      indexOf.set(key, kind);
      return kind;
    });
  }

  /** One answer per window, in their order. The window replaces that of the first stop. */
  answer(
    request: TransportRequest,
    windows: readonly WindowQuestion[],
    travel: CandidateTravel = travelFromMatrix(this.#problem, request),
  ): WindowAnswer[] {
    const { vehicles, robustness } = this.#problem;
    const answers = new Answers(windows, robustness, true);
    this.#ask(request, new Chain(request, travel.between, robustness), travel, answers);
    const { best, vehicles: found, gaps } = answers;
    return windows.map((_, index) => ({
      cost: best[index] as number,
      vehicle: vehicles[found[index] as number]?.id ?? null,
      afterStops: found[index] === -1 ? -1 : this.#stopsBefore(gaps[index] as number),
    }));
  }

  /** Adds the insertions into this plan to the answers. */
  ask({ request, chain, answers }: WindowQuestions, travel: CandidateTravel): void {
    this.#ask(request, chain, travel, answers);
  }

  #ask(request: TransportRequest, chain: Chain, travel: CandidateTravel, answers: Answers): void {
    const { vehicles } = this.#problem;
    const fits = this.#kinds.map((each) => lacking(request, each) === null);
    for (let vehicle = 0; vehicle < vehicles.length; vehicle += 1) {
      if (fits[this.#kindOf[vehicle] as number] !== true) continue;
      if (request.lockedTo === undefined || request.lockedTo === vehicles[vehicle]?.id)
        this.#tryVehicle(vehicle, chain, travel, answers);
    }
  }

  #stopsBefore(gap: number): number {
    const { requestOf, firstStart, firstEnd } = this.#compiled;
    const { prev } = this.#routes;
    let count = 0;
    let node = this.#gaps.after[gap] as number;
    // Starts of vehicles have no node before them.
    for (; node < firstStart || node >= firstEnd; node = prev[node] as number)
      if ((requestOf[node] as number) >= 0) count += 1;
    return count;
  }

  #tryVehicle(vehicle: number, chain: Chain, { toFirst, fromLast }: CandidateTravel, answers: Answers): void {
    const { first, departAt, latestBehind, from, to, skipped, isShareable, isBetween } = this.#gaps;
    const { columns, clock } = this.#compiled;
    const { costPerHour = 0, costPerMile = 1 } = this.#problem.vehicles[vehicle] as Vehicle;
    const virtual = columns - 1;
    const fastest = clock === null ? 1 : clock.fastest;
    const shortest = chain.shortest(fastest);
    const own = chain.cost(costPerHour, costPerMile);
    const earliestEnd = chain.earliestEnd(clock);
    const allowed = chain.isExclusive ? isBetween : isShareable;
    const end = first[vehicle + 1] as number;
    for (let gap = first[vehicle] as number; gap < end; gap += 1) {
      let arrival = departAt[gap] as number;
      if (arrival > answers.lastLatest) return;
      let departure = latestBehind[gap] as number;
      // Most gaps of a full route have too little slack, or are too early.
      if (Math.max(arrival, answers.firstEarliest) + shortest > departure || allowed[gap] === 0) continue;
      const before = from[gap] as number;
      const behind = to[gap] as number;
      const hasBefore = before !== virtual;
      const hasBehind = behind !== virtual;
      const toSeconds = hasBefore ? toFirst.seconds(before) : 0;
      if (arrival + toSeconds * fastest + shortest > departure) continue;
      const fromSeconds = hasBehind ? fromLast.seconds(behind) : 0;
      if (arrival + (toSeconds + fromSeconds) * fastest + shortest > departure) continue;
      if (hasBefore) arrival = this.#arrival(arrival, toSeconds);
      if (hasBehind) departure = this.#departure(departure, fromSeconds);
      departure = this.#gaps.beforeBreaks(gap, departure);
      if (earliestEnd > departure) continue;
      const latestStart = chain.latestStart(departure, clock);
      if (arrival > latestStart || !this.#fits(vehicle, gap, chain)) continue;
      if (!answers.hasCosts) {
        answers.recordAny(arrival, latestStart);
        if (answers.isComplete) return;
        continue;
      }
      let cost = own - (skipped[gap] as number);
      if (hasBefore) cost += (toSeconds / 3600) * costPerHour + toFirst.miles(before) * costPerMile;
      if (hasBehind) cost += (fromSeconds / 3600) * costPerHour + fromLast.miles(behind) * costPerMile;
      answers.record(vehicle, gap, cost, arrival, latestStart);
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

  #fits(vehicle: number, gap: number, { peaks, net }: Chain): boolean {
    const { dimensions, capacity } = this.#compiled;
    const { onBoard, peakAfter } = this.#routes;
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      const entry = (this.#gaps.after[gap] as number) * dimensions + dimension;
      const limit = (capacity[vehicle * dimensions + dimension] as number) + CAPACITY_TOLERANCE;
      if ((onBoard[entry] as number) + (peaks[dimension] ?? 0) > limit) return false;
      if ((peakAfter[entry] as number) + (net[dimension] ?? 0) > limit) return false;
    }
    return true;
  }
}

/** Cheapest insertion so far for each window, or only whether there is one. */
class Answers {
  readonly hasCosts: boolean;
  readonly best: Float64Array;
  readonly vehicles: Int32Array;
  readonly gaps: Int32Array;
  /** Without costs: of the windows that have no insertion yet. */
  firstEarliest = Infinity;
  lastLatest = -Infinity;
  readonly #earliest: Float64Array;
  readonly #latest: Float64Array;

  constructor(windows: readonly WindowQuestion[], robustness: Robustness | undefined, hasCosts: boolean) {
    this.hasCosts = hasCosts;
    this.best = new Float64Array(windows.length).fill(Infinity);
    this.vehicles = new Int32Array(windows.length).fill(-1);
    this.gaps = new Int32Array(windows.length);
    this.#earliest = new Float64Array(windows.length);
    this.#latest = new Float64Array(windows.length);
    for (let index = 0; index < windows.length; index += 1) {
      const window = windows[index] as WindowQuestion;
      this.#earliest[index] = window.earliest;
      this.#latest[index] = plannedLatest(window, robustness);
    }
    this.#limitToOpen();
  }

  /** Without costs: whether every window has an insertion. */
  get isComplete(): boolean {
    return this.firstEarliest === Infinity;
  }

  /** Notes that there is an insertion, for all windows that contain a start from `arrival` to `latestStart`. */
  recordAny(arrival: number, latestStart: number): void {
    let isChanged = false;
    for (let window = 0; window < this.best.length; window += 1) {
      if (this.best[window] === 0 || arrival > (this.#latest[window] as number)) continue;
      if ((this.#earliest[window] as number) > latestStart) continue;
      this.best[window] = 0;
      isChanged = true;
    }
    if (isChanged) this.#limitToOpen();
  }

  #limitToOpen(): void {
    this.firstEarliest = Infinity;
    this.lastLatest = -Infinity;
    for (let window = 0; window < this.best.length; window += 1) {
      if (this.best[window] !== Infinity) continue;
      this.firstEarliest = Math.min(this.firstEarliest, this.#earliest[window] as number);
      this.lastLatest = Math.max(this.lastLatest, this.#latest[window] as number);
    }
  }

  /** Notes an insertion for all windows that contain a start from `arrival` to `latestStart`. */
  record(vehicle: number, gap: number, cost: number, arrival: number, latestStart: number): void {
    for (let window = 0; window < this.best.length; window += 1) {
      if (cost >= (this.best[window] as number) || arrival > (this.#latest[window] as number)) continue;
      if ((this.#earliest[window] as number) > latestStart) continue;
      this.best[window] = cost;
      this.vehicles[window] = vehicle;
      this.gaps[window] = gap;
    }
  }
}

interface Clock {
  arrival(time: number, seconds: number): number;
  departure(time: number, seconds: number): number;
}

/** The new request: planned durations inside it, and its highest load. */
class Chain {
  readonly isExclusive: boolean;
  /** Highest load on board per dimension, on top of what is there before. */
  readonly peaks: number[] = [];
  /** What stays on board after its last stop. */
  readonly net: number[] = [];
  readonly #service: number[];
  readonly #earliest: number[];
  readonly #latest: number[];
  readonly #travel: Journeys;
  readonly #between: number[];

  constructor({ stops, exclusive = false }: TransportRequest, between: Journeys, robustness?: Robustness) {
    const { factor, bufferSeconds } = plannedDurations(robustness);
    this.isExclusive = exclusive;
    this.#travel = between;
    this.#service = stops.map(({ service = 0 }) => service * factor);
    this.#earliest = stops.map(({ earliest = -Infinity }) => earliest);
    this.#latest = stops.map((stop) => plannedLatest(stop, robustness));
    this.#between = Array.from(between.seconds, (seconds) => seconds * factor + bufferSeconds);
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
    const { seconds, miles } = this.#travel;
    let cost = 0;
    for (let index = 0; index < seconds.length; index += 1)
      cost += (Number(seconds[index]) / 3600) * perHour + Number(miles[index]) * perMile;
    return cost;
  }

  /** End of the last stop, at the earliest that the windows of later stops than the first allow. */
  earliestEnd(clock: Clock | null): number {
    let time = -Infinity;
    for (let stop = 1; stop < this.#service.length; stop += 1) {
      const seconds = this.#between[stop - 1] as number;
      if (time !== -Infinity) {
        time += this.#service[stop - 1] as number;
        time = clock === null ? time + seconds : clock.arrival(time, seconds);
      }
      time = Math.max(time, this.#earliest[stop] as number);
      if (time > (this.#latest[stop] as number)) return Infinity;
    }
    return time + (this.#service.at(-1) ?? 0);
  }

  /** Latest start at the first stop for which the vehicle can leave the last one at `departure`. */
  latestStart(departure: number, clock: Clock | null): number {
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
