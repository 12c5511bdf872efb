// The route of one vehicle that serves exclusive requests only, for questions and insertions while requests come in. An exclusive
// request is a chain of stops without a stop of another request in between, so the route is a row of chains. It needs no
// matrix: only journeys from one chain to the next are asked for. One more chain costs one pass over the route.
//
// Loads, breaks and a place for the end of the shift are not supported: `DrivableWindows` answers for those.
import { incompatibility } from './compiled-problem.ts';
import type { WindowQuestions } from './drivable-windows.ts';
import type { PlannedTravel } from './planned-travel.ts';
import type { Vehicle } from './problem.ts';
import type { ChainVisit, RequestChain } from './request-chain.ts';

const TOLERANCE = 1e-6;

/** As measured. */
export interface Journey {
  readonly seconds: number;
  readonly miles: number;
}

/** null: not known. A position that needs the journey is not used. */
export type JourneyBetween<Place> = (from: Place, to: Place) => Journey | null;

export interface ChainVehicle<Place> {
  readonly vehicle: Omit<Vehicle, 'start' | 'end' | 'breaks' | 'load' | 'frozenStops'>;
  /** null: the route begins at its first stop. */
  readonly start: Place | null;
  readonly travel: PlannedTravel;
  readonly journeyBetween: JourneyBetween<Place>;
}

export interface ChainJob<Place> {
  /** Id of the request. */
  readonly id: string;
  readonly chain: RequestChain;
  /** Places of its first and last stop. */
  readonly first: Place;
  readonly last: Place;
  /** From the job before it, if it is known. */
  readonly journey?: Journey | null;
}

export interface ScheduledJob<Place> extends ChainJob<Place> {
  /** To its first stop. null: the route begins here, or the journey is not known. */
  readonly journey: Journey | null;
  /** When the vehicle can leave for it, at the earliest. */
  readonly leavesAt: number;
  readonly visits: readonly ChainVisit[];
}

/** Never changes: an insertion makes another route. */
export class ChainRoute<Place> {
  readonly jobs: readonly ScheduledJob<Place>[];
  /** Whether all windows and the end of the shift are kept. */
  readonly isFeasible: boolean;
  readonly #by: ChainVehicle<Place>;
  /** Per job: latest arrival at its first stop for which the rest of the route stays feasible. */
  readonly #latestArrival: number[] = [];

  constructor(by: ChainVehicle<Place>, jobs: readonly ChainJob<Place>[]) {
    this.#by = by;
    const scheduled: ScheduledJob<Place>[] = [];
    let isFeasible = true;
    let leavesAt = by.vehicle.shift.start;
    let place = by.start;
    for (const job of jobs) {
      const journey = place === null ? null : (job.journey ?? this.#journey(place, job.first));
      if (place !== null && journey === null) isFeasible = false;
      const arrival = journey === null ? leavesAt : by.travel.arrival(leavesAt, journey.seconds);
      const { chain, id, first, last } = job;
      const visits = chain.visits(arrival, by.travel.clock);
      isFeasible &&= chain.isInTime(visits, TOLERANCE);
      scheduled.push({ id, chain, first, last, journey, leavesAt, visits });
      leavesAt = visits.at(-1)?.departure ?? arrival;
      place = last;
    }
    this.jobs = scheduled;
    this.isFeasible = isFeasible && leavesAt <= by.vehicle.shift.end + TOLERANCE;
    this.#calculateLatest();
  }

  get vehicle(): ChainVehicle<Place>['vehicle'] {
    return this.#by.vehicle;
  }

  get start(): Place | null {
    return this.#by.start;
  }

  /** The route with one more job, behind so many others. */
  with(job: ChainJob<Place>, position: number): ChainRoute<Place> {
    const jobs: readonly ChainJob<Place>[] = this.jobs;
    const next = jobs[position];
    if (next === undefined) return new ChainRoute(this.#by, [...jobs, job]);
    const { journey: _replaced, ...behind } = next;
    return new ChainRoute(this.#by, jobs.toSpliced(position, 1, job, behind));
  }

  /**
   * Adds the insertions into this route to the answers; `number` names the route in them, and a gap is the number of jobs before
   * it. `first` and `last` are the places of the ends of the request.
   */
  ask(questions: WindowQuestions, number: number, first: Place, last: Place): void {
    const { chain, answers, request } = questions;
    const { vehicle, travel } = this.#by;
    const { shift, costPerHour = 0, costPerMile = 1 } = vehicle;
    const shortest = chain.shortest(travel.fastest);
    if (!answers.hasOpen(shift.start, shift.end - shortest) || incompatibility(request, vehicle) !== null)
      return;
    const own = answers.hasCosts ? chain.cost(costPerHour, costPerMile) : 0;
    const earliestEnd = chain.earliestEnd(travel.clock);
    const costOf = ({ seconds, miles }: Journey) => (seconds / 3600) * costPerHour + miles * costPerMile;
    for (let gap = 0; gap <= this.jobs.length; gap += 1) {
      const before = this.jobs[gap - 1];
      const behind = this.jobs[gap];
      let arrival = before === undefined ? shift.start : (before.visits.at(-1)?.departure ?? shift.start);
      if (arrival > answers.lastLatest) return;
      let departure = behind === undefined ? shift.end : (this.#latestArrival[gap] as number);
      // Most gaps of a full route have too little slack, or are too early.
      if (Math.max(arrival, answers.firstEarliest) + shortest > departure) continue;
      const from = before === undefined ? this.#by.start : before.last;
      let cost = own - this.#replacedCost(gap, costOf);
      // Journeys to and from it add to this cost.
      if (answers.hasCosts && !answers.isCheaper(cost)) continue;
      if (from !== null) {
        const journey = this.#journey(from, first);
        if (journey === null || arrival + journey.seconds * travel.fastest + shortest > departure) continue;
        arrival = travel.arrival(arrival, journey.seconds);
        cost += costOf(journey);
      }
      if (behind !== undefined) {
        const journey = this.#journey(last, behind.first);
        if (journey === null) continue;
        departure = travel.departure(departure, journey.seconds);
        cost += costOf(journey);
      }
      if (earliestEnd > departure) continue;
      const latestStart = chain.latestStart(departure, travel.clock);
      if (arrival > latestStart) continue;
      if (answers.hasCosts) answers.record(number, gap, cost, arrival, latestStart);
      else {
        answers.recordAny(arrival, latestStart);
        if (answers.isComplete) return;
      }
    }
  }

  /** Of the journey that an insertion replaces. The first job of a vehicle costs its use. */
  #replacedCost(gap: number, costOf: (journey: Journey) => number): number {
    if (this.jobs.length === 0) return -(this.#by.vehicle.fixedCost ?? 0);
    const journey = this.jobs[gap]?.journey;
    return journey ? costOf(journey) : 0;
  }

  #journey(from: Place, to: Place): Journey | null {
    return this.#by.journeyBetween(from, to);
  }

  #calculateLatest(): void {
    const { vehicle, travel } = this.#by;
    let departure = vehicle.shift.end;
    for (let index = this.jobs.length - 1; index >= 0; index -= 1) {
      const { chain, journey } = this.jobs[index] as ScheduledJob<Place>;
      const latest = chain.latestArrival(departure, travel.clock);
      this.#latestArrival[index] = latest;
      departure = journey === null ? latest : travel.departure(latest, journey.seconds);
    }
  }
}
