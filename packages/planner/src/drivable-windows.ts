// Which time windows of a new request could be driven on top of a plan, and at what extra cost. For every position of
// every route, the possible begin of service at the first stop is an interval: from the arrival after the stop before, to
// the latest start that keeps the rest of the route feasible. A window is drivable if it meets such an interval. All
// windows are answered in one pass, in constant time per position.
//
// The stops of the request stay together, also those of a shareable one: an answer may then be too careful, never wrong.
import { lacking } from './compiled-problem.ts';
import { Gaps } from './gaps.ts';
import { PlannedTravel } from './planned-travel.ts';
import type { Problem, Robustness, TransportRequest, Vehicle } from './problem.ts';
import { type Journeys, RequestChain } from './request-chain.ts';
import { loadSolution, type Solution } from './solution.ts';
import { WindowAnswers, type WindowQuestion } from './window-answers.ts';

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
 * A new request with the windows that are asked for. Several plans, for example one per vehicle, can answer it together; each
 * looks only for windows that are still open, or, with costs, for cheaper insertions.
 */
export class WindowQuestions {
  readonly request: TransportRequest;
  readonly answers: WindowAnswers;
  readonly chain: RequestChain;

  /** The windows replace that of the first stop. Without costs, any insertion answers a window. */
  constructor(
    request: TransportRequest,
    windows: readonly WindowQuestion[],
    between: Journeys,
    { robustness, hasCosts }: { readonly robustness?: Robustness | undefined; readonly hasCosts: boolean },
  ) {
    this.request = request;
    this.answers = new WindowAnswers(windows, robustness, hasCosts);
    this.chain = new RequestChain(request, between, robustness);
  }

  /** One per window: whether a plan that was asked so far has a place for it. */
  get drivable(): boolean[] {
    const { best } = this.answers;
    const drivable: boolean[] = [];
    // Array.from of a typed array takes as long as the search.
    for (let window = 0; window < best.length; window += 1) drivable.push(best[window] !== Infinity);
    return drivable;
  }

  /** Cost of the cheapest insertion so far, over all plans. Infinite if there is none. */
  cost(window: number): number {
    return this.answers.best[window] as number;
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
  readonly #travel: PlannedTravel;
  /** Vehicles with equal skills and capacity have the same kind: a question is compared with each kind once. */
  readonly #kindOf: Int32Array;
  readonly #kinds: Vehicle[] = [];
  /** Per vehicle: its earliest departure to an insertion, and the latest arrival behind one. */
  readonly #earliest: Float64Array;
  readonly #latest: Float64Array;

  constructor(problem: Problem, solution: Solution) {
    this.#problem = problem;
    const { compiled, routes } = loadSolution(problem, solution);
    this.#compiled = compiled;
    this.#routes = routes;
    this.#gaps = new Gaps(compiled, routes);
    this.#travel = new PlannedTravel(problem.robustness, compiled.clock);
    const indexOf = new Map<string, number>();
    this.#kindOf = Int32Array.from(problem.vehicles, (vehicle) => {
      const key = JSON.stringify([vehicle.capacity, vehicle.skills]);
      const kind = indexOf.get(key) ?? this.#kinds.push(vehicle) - 1;
      indexOf.set(key, kind);
      return kind;
    });
    this.#earliest = new Float64Array(problem.vehicles.length).fill(Infinity);
    this.#latest = new Float64Array(problem.vehicles.length).fill(-Infinity);
    const { first, departAt, latestBehind } = this.#gaps;
    for (let vehicle = 0; vehicle < problem.vehicles.length; vehicle += 1)
      for (let gap = first[vehicle] as number; gap < (first[vehicle + 1] as number); gap += 1) {
        this.#earliest[vehicle] = Math.min(this.#earliest[vehicle] as number, departAt[gap] as number);
        this.#latest[vehicle] = Math.max(this.#latest[vehicle] as number, latestBehind[gap] as number);
      }
  }

  /** One answer per window, in their order. The window replaces that of the first stop. */
  answer(
    request: TransportRequest,
    windows: readonly WindowQuestion[],
    travel: CandidateTravel = travelFromMatrix(this.#problem, request),
  ): WindowAnswer[] {
    const { robustness } = this.#problem;
    const questions = new WindowQuestions(request, windows, travel.between, { robustness, hasCosts: true });
    this.ask(questions, travel);
    return windows.map((_, index) => this.cheapest(questions, index));
  }

  /** The cheapest insertion of questions with costs, if this plan was the last one that found a cheaper one. */
  cheapest({ answers }: WindowQuestions, window: number): WindowAnswer {
    const vehicle = answers.vehicles[window] as number;
    return {
      cost: answers.best[window] as number,
      vehicle: this.#problem.vehicles[vehicle]?.id ?? null,
      afterStops: vehicle === -1 ? -1 : this.#stopsBefore(answers.gaps[window] as number),
    };
  }

  /** Whether a vehicle has time for a window that is still open, before any journey to and from the request. */
  mayAnswer(questions: WindowQuestions): boolean {
    const shortest = this.#shortest(questions);
    for (let vehicle = 0; vehicle < this.#kindOf.length; vehicle += 1)
      if (this.#hasTime(vehicle, questions, shortest)) return true;
    return false;
  }

  /** Adds the insertions into this plan to the answers. */
  ask(questions: WindowQuestions, travel: CandidateTravel): void {
    const { request, chain, answers } = questions;
    const { vehicles } = this.#problem;
    const shortest = this.#shortest(questions);
    const fits: (boolean | undefined)[] = [];
    for (let vehicle = 0; vehicle < vehicles.length; vehicle += 1) {
      if (!this.#hasTime(vehicle, questions, shortest)) continue;
      const kind = this.#kindOf[vehicle] as number;
      fits[kind] ??= lacking(request, this.#kinds[kind] as Vehicle) === null;
      if (fits[kind] && (request.lockedTo === undefined || request.lockedTo === vehicles[vehicle]?.id))
        this.#tryVehicle(vehicle, chain, travel, answers);
    }
  }

  #shortest({ chain }: WindowQuestions): number {
    return chain.shortest(this.#travel.fastest);
  }

  #hasTime(vehicle: number, { answers }: WindowQuestions, shortest: number): boolean {
    return answers.hasOpen(this.#earliest[vehicle] as number, (this.#latest[vehicle] as number) - shortest);
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

  #tryVehicle(
    vehicle: number,
    chain: RequestChain,
    { toFirst, fromLast }: CandidateTravel,
    answers: WindowAnswers,
  ): void {
    const { first, departAt, latestBehind, from, to, skipped, isShareable, isBetween } = this.#gaps;
    const { columns } = this.#compiled;
    const { clock, fastest } = this.#travel;
    const { costPerHour = 0, costPerMile = 1 } = this.#problem.vehicles[vehicle] as Vehicle;
    const virtual = columns - 1;
    const shortest = chain.shortest(fastest);
    const own = answers.hasCosts ? chain.cost(costPerHour, costPerMile) : 0;
    const earliestEnd = chain.earliestEnd(clock);
    const allowed = chain.isExclusive ? isBetween : isShareable;
    const end = first[vehicle + 1] as number;
    for (let gap = first[vehicle] as number; gap < end; gap += 1) {
      let arrival = departAt[gap] as number;
      if (arrival > answers.lastLatest) return;
      let departure = latestBehind[gap] as number;
      // Most gaps of a full route have too little slack, or are too early.
      if (Math.max(arrival, answers.firstEarliest) + shortest > departure || allowed[gap] === 0) continue;
      // Journeys to and from it add to this cost.
      if (answers.hasCosts && !answers.isCheaper(own - (skipped[gap] as number))) continue;
      const before = from[gap] as number;
      const behind = to[gap] as number;
      const hasBefore = before !== virtual;
      const hasBehind = behind !== virtual;
      const toSeconds = hasBefore ? toFirst.seconds(before) : 0;
      if (arrival + toSeconds * fastest + shortest > departure) continue;
      const fromSeconds = hasBehind ? fromLast.seconds(behind) : 0;
      if (arrival + (toSeconds + fromSeconds) * fastest + shortest > departure) continue;
      if (hasBefore) arrival = this.#travel.arrival(arrival, toSeconds);
      if (hasBehind) departure = this.#travel.departure(departure, fromSeconds);
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

  #fits(vehicle: number, gap: number, { peaks, net }: RequestChain): boolean {
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
