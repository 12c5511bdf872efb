// The day of one crew, prepared for questions whether a new booking fits in between, and for the insertion itself. An insertion
// changes one route only, so each crew has routes of its own, and a booking costs one pass over one of them.
import { WindowQuestions } from '../../../packages/planner/src/drivable-windows.ts';
import type { Waypoint } from '../place/travel.ts';
import { type CandidateJob, chainOf } from './candidate-job.ts';
import type { CrewPlaces } from './crew-input.ts';
import { type CrewRoute, crewRoutes, type JourneyLookup, plannedJobsOf } from './crew-routes.ts';
import {
  isSameTiming,
  type PlanBooking,
  type PlanCrew,
  type PlanInput,
  type PlannedJob,
} from './plan-input.ts';
import { buildModel, mayServe } from './plan-model.ts';
import { robustnessOf } from './plan-problem.ts';
import { overlappingJobs, type PlannedSpan } from './planned-overlaps.ts';

/** Where a booking could be inserted. */
export interface Place {
  /** Number of the route. */
  readonly route: number;
  /** Jobs of the route before it. */
  readonly position: number;
  readonly cost: number;
}

export interface Insertion {
  /** The new job first, then the jobs whose times change. */
  readonly jobs: readonly PlannedJob[];
  /** The day of the crew with the new job. */
  readonly after: () => LiveCrew;
}

interface CrewDay {
  /** The part of the day that concerns the crew. */
  readonly input: PlanInput;
  readonly crew: PlanCrew;
  readonly journeyOf: JourneyLookup;
  /** Bookings that the crew cannot serve at all: it does not fit, or does not work then. */
  readonly impossible: readonly string[];
  /** Whether those are all over: planned jobs that are left out cannot be driven any more. */
  readonly isComplete: boolean;
  /** Of a crew without jobs whose position is not known; null for others. */
  readonly shape: string | null;
}

export class LiveCrew {
  readonly #day: CrewDay;
  /** One per shift. */
  readonly #routes: readonly CrewRoute[];
  /** The crew takes no further jobs if its present ones cannot be driven as planned. */
  readonly isDrivable: boolean;
  /** Bookings without a commitment, by id. */
  #waiting: ReadonlyMap<string, PlanBooking> | undefined;

  private constructor(day: CrewDay, routes: readonly CrewRoute[]) {
    this.#day = day;
    this.#routes = routes;
    this.isDrivable = day.isComplete && routes.every(({ isFeasible }) => isFeasible);
  }

  /** `input`: the part of the day that concerns the crew, of `CrewInputs`. */
  static build(input: PlanInput, crew: PlanCrew, journeyOf: JourneyLookup): LiveCrew {
    const model = buildModel(input);
    const { routes, unserved } = crewRoutes(model, input, journeyOf);
    const excluded = model.excluded.map(({ bookingId }) => bookingId);
    const isAhead = (id: string) =>
      input.planned.some(({ bookingId, endsMs }) => bookingId === id && endsMs > input.nowMs);
    const impossible = [...unserved, ...excluded];
    const isComplete = unserved.length === 0 && !excluded.some(isAhead);
    // A crew that takes no jobs must not stand for those that do.
    const shape = isComplete ? shapeOf(routes) : null;
    return new LiveCrew({ input, crew, journeyOf, impossible, isComplete, shape }, routes);
  }

  get crew(): PlanCrew {
    return this.#day.crew;
  }

  /** Crews of the same shape have the same places at the same cost; null for a crew with jobs or a known position. */
  get shape(): string | null {
    return this.#day.shape;
  }

  /** Planned bookings that this crew cannot serve at all: it does not fit, or does not work then. */
  get impossible(): readonly string[] {
    return this.#day.impossible;
  }

  /** Its jobs that wait for it, as it would drive them now, in their present order. */
  get schedule(): readonly PlannedJob[] {
    this.#waiting ??= waitingBookings(this.#day);
    return scheduleOf(this.#routes, this.#waiting, this.#day.input);
  }

  /** Bookings that are planned for this crew, or that it is committed to. */
  get bookings(): readonly PlanBooking[] {
    return this.#day.input.bookings;
  }

  get planned(): readonly PlannedJob[] {
    return this.#day.input.planned;
  }

  /** Ends of the journeys between its jobs. */
  get places(): CrewPlaces {
    const sources: Waypoint[] = [];
    const targets: Waypoint[] = [];
    for (const { start, jobs } of this.#routes) {
      if (start !== null) sources.push(start);
      for (const { first, last } of jobs) {
        sources.push(last);
        targets.push(first);
      }
    }
    return { sources, targets };
  }

  /** Adds the places that this crew has to the answers. */
  ask(questions: WindowQuestions, { first, last }: CandidateJob): void {
    if (!this.isDrivable) return;
    for (let route = 0; route < this.#routes.length; route += 1)
      this.#routes[route]?.ask(questions, route, first, last);
  }

  /** The cheapest place for the booking; null if there is none. */
  findPlace(candidate: CandidateJob): Place | null {
    const { request, window, between } = candidate;
    const robustness = robustnessOf(this.#day.input);
    const questions = new WindowQuestions(request, [window], between, { robustness, hasCosts: true });
    this.ask(questions, candidate);
    return this.cheapestPlace(questions);
  }

  /** The cheapest place of questions with costs, if this crew was the last one that had a cheaper one. */
  cheapestPlace({ answers }: WindowQuestions): Place | null {
    const [route = -1, position = 0, cost = Infinity] = [
      answers.vehicles[0],
      answers.gaps[0],
      answers.best[0],
    ];
    return route === -1 ? null : { route, position, cost };
  }

  /** null if the crew has no time there after all, because it is planned in another area. */
  insert(candidate: CandidateJob, { route: number, position }: Place): Insertion | null {
    const { booking, first, last } = candidate;
    const { input, crew } = this.#day;
    if (!mayServe(crew, booking)) return null;
    const job = { id: booking.id, chain: chainOf(candidate, input), first, last };
    const extended = this.#routes[number]?.with(job, position);
    if (!extended?.isFeasible) return null;
    const routes = this.#routes.with(number, extended);
    const bookings = [...input.bookings, booking];
    const waiting = waitingBookings({ crew, input: { ...input, bookings } });
    const jobs = scheduleOf(routes, waiting, input);
    if (overlappingJobs<PlannedSpan>([...jobs, ...plannedElsewhere(crew)]).length > 0) return null;
    const own = jobs.find(({ bookingId }) => bookingId === booking.id);
    if (!own) return null;
    const before = new Map(input.planned.map((each) => [each.bookingId, each]));
    const moved = jobs.filter((each) => {
      const known = before.get(each.bookingId);
      return each !== own && (known === undefined || !isSameTiming(known, each));
    });
    return {
      jobs: [own, ...moved],
      after: () => {
        const isRewritten = new Set(jobs.map(({ bookingId }) => bookingId));
        const kept = input.planned.filter(({ bookingId }) => !isRewritten.has(bookingId));
        const after = { ...input, bookings, planned: [...kept, ...jobs] };
        return new LiveCrew({ ...this.#day, input: after, shape: null }, routes);
      },
    };
  }

  /** Without what is planned or agreed for this booking. */
  without(bookingId: string): LiveCrew {
    const { input, crew, journeyOf } = this.#day;
    const isOther = (each: { readonly bookingId: string }) => each.bookingId !== bookingId;
    const left = { ...crew, commitments: crew.commitments.filter(isOther) };
    return LiveCrew.build(
      {
        ...input,
        crews: [left],
        bookings: input.bookings.filter(({ id }) => id !== bookingId),
        planned: input.planned.filter(isOther),
      },
      left,
      journeyOf,
    );
  }

  /** With nothing but the jobs that have started. */
  withoutJobs(): LiveCrew {
    const { input, crew, journeyOf } = this.#day;
    const idle = { ...crew, commitments: crew.commitments.filter(({ isStarted }) => isStarted) };
    return LiveCrew.build({ ...input, crews: [idle], bookings: [], planned: [] }, idle, journeyOf);
  }
}

function scheduleOf(
  routes: readonly CrewRoute[],
  waiting: ReadonlyMap<string, PlanBooking>,
  input: PlanInput,
): PlannedJob[] {
  return routes.flatMap((route) => plannedJobsOf(route, waiting, input));
}

function waitingBookings({ crew, input }: Pick<CrewDay, 'crew' | 'input'>): Map<string, PlanBooking> {
  const waiting = new Map(input.bookings.map((booking) => [booking.id, booking]));
  for (const { bookingId } of crew.commitments) waiting.delete(bookingId);
  return waiting;
}

/** Jobs of this crew in the plans of other areas and days. */
function plannedElsewhere({ id: crewId, commitments }: PlanCrew): PlannedSpan[] {
  return commitments
    .filter(({ kind }) => kind === 'planned_elsewhere')
    .map(({ bookingId, startsMs, endsMs }) => ({ bookingId, crewId, startsMs, endsMs }));
}

function shapeOf(routes: readonly CrewRoute[]): string | null {
  if (routes.some(({ start, jobs }) => start !== null || jobs.length > 0)) return null;
  return JSON.stringify(routes.map(({ vehicle: { id: _id, ...vehicle } }) => vehicle));
}
