// The day of one crew, prepared for questions whether a new booking fits in between, and for the insertion itself. A crew is a
// problem of its own, because an insertion changes one route only: after a booking one small problem is built again instead
// of the whole day.
import { check } from '../../../packages/planner/src/check.ts';
import {
  type CandidateTravel,
  DrivableWindows,
  type JourneysByPlace,
  type WindowAnswer,
  type WindowQuestions,
} from '../../../packages/planner/src/drivable-windows.ts';
import type { CurrentRoute, Problem, TransportRequest } from '../../../packages/planner/src/problem.ts';
import { type Solution, scheduleCurrent } from '../../../packages/planner/src/solution.ts';
import type { WindowQuestion } from '../../../packages/planner/src/window-answers.ts';
import { PRODUCTS } from '../dispatch/product.ts';
import type { Distance, Waypoint } from '../place/travel.ts';
import type { PlanBooking, PlanCrew, PlanInput, PlannedJob } from './plan-input.ts';
import { buildModel, type PlanModel, quotedDurations, stopWindows } from './plan-model.ts';
import { completeProblem, type Journeys } from './plan-problem.ts';
import { jobsOf, plannedJobOf } from './plan-result.ts';
import { overlappingJobs, type PlannedSpan } from './planned-overlaps.ts';

/** null: not measured. A position that needs the journey is not used. */
export type JourneyLookup = (from: Waypoint, to: Waypoint) => Distance | null;

/** A new booking, in the terms of the planner: its windows and the durations between its stops. */
export interface CandidateJob {
  readonly booking: PlanBooking;
  readonly request: TransportRequest;
  readonly window: WindowQuestion;
  readonly between: CandidateTravel['between'];
}

/** Where a booking could be inserted. */
export interface Place {
  readonly vehicle: string;
  readonly afterStops: number;
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
}

interface PreparedDay {
  readonly model: PlanModel;
  readonly problem: Problem;
  /** Known to be drivable. */
  readonly solution?: Solution;
}

export class LiveCrew {
  readonly crew: PlanCrew;
  /** Crews of the same shape have the same places at the same cost; null for a crew with jobs or a known position. */
  readonly shape: string | null;
  readonly #input: PlanInput;
  readonly #journeyOf: JourneyLookup;
  readonly #model: PlanModel;
  readonly #problem: Problem;
  /** Built with the first question; null if the present jobs cannot be driven as planned: the crew takes no further ones. */
  #windows: DrivableWindows | null | undefined;
  /** Calculated when it is needed. */
  #schedule: Solution | undefined;
  readonly #isKnownDrivable: boolean;

  private constructor({ input, crew, journeyOf }: CrewDay, { model, problem, solution }: PreparedDay) {
    this.crew = crew;
    this.#input = input;
    this.#journeyOf = journeyOf;
    this.#model = model;
    this.#problem = problem;
    this.#schedule = solution;
    this.#isKnownDrivable = solution !== undefined;
    this.shape = shapeOf(problem);
  }

  /** `input`: the day of all crews. */
  static build(input: PlanInput, crew: PlanCrew, journeyOf: JourneyLookup): LiveCrew {
    const own = inputOf(input, crew);
    const model = buildModel(own);
    return new LiveCrew(
      { input: own, crew, journeyOf },
      { model, problem: problemOf(model, own, journeyOf) },
    );
  }

  get isDrivable(): boolean {
    return this.#prepared() !== null;
  }

  /** Planned bookings that this crew cannot serve at all: it does not fit, or does not work then. */
  get impossible(): readonly string[] {
    const { excluded } = this.#model;
    return [...this.#scheduled().unserved, ...excluded.map(({ bookingId }) => bookingId)];
  }

  /** Its jobs that wait for it, as it would drive them now, in their present order. */
  get schedule(): readonly PlannedJob[] {
    return plannedJobs(this.#problem, this.#scheduled(), this.#input);
  }

  /** Bookings that are planned for this crew, or that it is committed to. */
  get bookings(): readonly PlanBooking[] {
    return this.#input.bookings;
  }

  get planned(): readonly PlannedJob[] {
    return this.#input.planned;
  }

  /** Ends of the journeys between its jobs. */
  get places(): { readonly sources: readonly Waypoint[]; readonly targets: readonly Waypoint[] } {
    return placesOf(this.#model);
  }

  /** Adds the places that this crew has to the answers. */
  ask(questions: WindowQuestions, { booking, between }: CandidateJob): void {
    const windows = this.#prepared();
    if (windows?.mayAnswer(questions)) windows.ask(questions, this.#travelOf(booking, between));
  }

  /** The cheapest place for the booking; null if there is none. */
  findPlace({ booking, request, window, between }: CandidateJob): Place | null {
    const [answer] = this.#prepared()?.answer(request, [window], this.#travelOf(booking, between)) ?? [];
    return placeOf(answer);
  }

  /** The cheapest place of questions with costs, if this crew was the last one that had a cheaper one. */
  cheapestPlace(questions: WindowQuestions): Place | null {
    return placeOf(this.#prepared()?.cheapest(questions, 0));
  }

  /** null if the crew has no time there after all, because it is planned in another area. */
  insert(booking: PlanBooking, { vehicle, afterStops }: Place): Insertion | null {
    const shift = this.#problem.vehicles.find(({ id }) => id === vehicle)?.shift;
    const arrivesMs = this.#input.day.startMs + (shift?.start ?? 0) * 1000;
    const input = {
      ...this.#input,
      bookings: [...this.#input.bookings, booking],
      planned: [...this.#input.planned, placeholder(booking, this.crew, arrivesMs)],
    };
    const built = buildModel(input);
    const model = { ...built, current: withInserted(this.#model.current, vehicle, afterStops, booking) };
    const problem = problemOf(model, input, this.#journeyOf);
    const solution = scheduleCurrent(problem);
    if (solution.unserved.length > 0 || check(problem, solution).faults.length > 0) return null;
    const jobs = plannedJobs(problem, solution, input);
    if (overlappingJobs<PlannedSpan>([...jobs, ...this.#otherCommitments()]).length > 0) return null;
    const own = jobs.find(({ bookingId }) => bookingId === booking.id);
    if (!own) return null;
    const before = new Map(this.#input.planned.map((job) => [job.bookingId, job]));
    const isMoved = (job: PlannedJob) => {
      const known = before.get(job.bookingId);
      return known === undefined || timesOf(known) !== timesOf(job);
    };
    const moved = jobs.filter((job) => job !== own && isMoved(job));
    const isRewritten = new Set(jobs.map(({ bookingId }) => bookingId));
    const kept = this.#input.planned.filter(({ bookingId }) => !isRewritten.has(bookingId));
    return {
      jobs: [own, ...moved],
      after: () =>
        new LiveCrew(
          { input: { ...input, planned: [...kept, ...jobs] }, crew: this.crew, journeyOf: this.#journeyOf },
          { model, problem, solution },
        ),
    };
  }

  /** Without what is planned or agreed for this booking. */
  without(bookingId: string): LiveCrew {
    const isOther = (each: { readonly bookingId: string }) => each.bookingId !== bookingId;
    const input = {
      ...this.#input,
      bookings: this.#input.bookings.filter(({ id }) => id !== bookingId),
      planned: this.#input.planned.filter(isOther),
    };
    const crew = { ...this.crew, commitments: this.crew.commitments.filter(isOther) };
    return LiveCrew.build(input, crew, this.#journeyOf);
  }

  /** With nothing but the jobs that have started. */
  withoutJobs(): LiveCrew {
    const input = { ...this.#input, bookings: [], planned: [] };
    const crew = { ...this.crew, commitments: this.crew.commitments.filter(({ isStarted }) => isStarted) };
    return LiveCrew.build(input, crew, this.#journeyOf);
  }

  #prepared(): DrivableWindows | null {
    if (this.#windows === undefined) {
      const solution = this.#scheduled();
      const isDrivable = this.#isKnownDrivable || this.#canBeDriven(solution);
      this.#windows = isDrivable ? new DrivableWindows(this.#problem, solution) : null;
    }
    return this.#windows;
  }

  #scheduled(): Solution {
    this.#schedule ??= scheduleCurrent(this.#problem);
    return this.#schedule;
  }

  /** Planned jobs that the model has left out cannot be driven any more. */
  #canBeDriven(solution: Solution): boolean {
    const { planned, nowMs } = this.#input;
    const isAhead = ({ bookingId }: { readonly bookingId: string }) =>
      planned.some((job) => job.bookingId === bookingId && job.endsMs > nowMs);
    return (
      solution.unserved.length === 0 &&
      !this.#model.excluded.some(isAhead) &&
      check(this.#problem, solution).faults.length === 0
    );
  }

  #travelOf({ stops }: PlanBooking, between: CandidateTravel['between']): CandidateTravel {
    const { places } = this.#model;
    const [first, last] = [stops[0], stops.at(-1)];
    if (!first || !last) throw new RangeError('a booking has stops');
    // Rounded as in the matrix, so that the insertion has the same times as the answer.
    return {
      toFirst: new JourneysBy((place) => this.#journeyOf(places[place] ?? first, first)),
      fromLast: new JourneysBy((place) => this.#journeyOf(last, places[place] ?? last)),
      between,
    };
  }

  /** Jobs of this crew in the plans of other areas and days. */
  #otherCommitments(): PlannedSpan[] {
    return this.crew.commitments
      .filter(({ kind }) => kind === 'planned_elsewhere')
      .map(({ bookingId, startsMs, endsMs }) => ({ bookingId, crewId: this.crew.id, startsMs, endsMs }));
  }
}

function placeOf(answer: WindowAnswer | undefined): Place | null {
  const { vehicle, afterStops, cost } = answer ?? { vehicle: null };
  return vehicle === null ? null : { vehicle, afterStops, cost };
}

function shapeOf({ vehicles, requests }: Problem): string | null {
  if (requests.length > 0 || vehicles.some(({ start }) => start !== undefined)) return null;
  return JSON.stringify(vehicles.map(({ id: _id, ...vehicle }) => vehicle));
}

function plannedJobs(problem: Problem, solution: Solution, input: PlanInput): PlannedJob[] {
  const bookings = new Map(input.bookings.map((each) => [each.id, each]));
  return solution.routes
    .flatMap((route) => jobsOf(route, input, problem, bookings))
    .filter(({ status }) => status === 'planned')
    .map(plannedJobOf);
}

/** The booking as a question for its window. */
export function candidateOf(
  booking: PlanBooking,
  { day, learned }: Pick<PlanInput, 'day' | 'learned'>,
): CandidateJob {
  const { legs, service } = quotedDurations(booking, learned);
  const [first = {}, ...rest] = stopWindows(booking, day.startMs);
  return {
    booking,
    request: {
      id: booking.id,
      stops: booking.stops.map((_, index) => ({ place: 0, service, ...(index > 0 && rest[index - 1]) })),
      exclusive: true,
      skills: [booking.product],
    },
    window: { earliest: first.earliest ?? -Infinity, latest: first.latest ?? Infinity },
    // Rounded as in the matrix.
    between: {
      seconds: legs.map(({ seconds }) => Math.fround(seconds)),
      miles: legs.map(({ miles }) => Math.fround(miles)),
    },
  };
}

/** Ends of the journeys between the jobs of a crew, before they are measured. */
export function placesOfCrew(input: PlanInput, crew: PlanCrew) {
  return placesOf(buildModel(inputOf(input, crew)));
}

function placesOf({ places, sources, targets }: PlanModel) {
  const at = (numbers: readonly number[]) => numbers.flatMap((number) => places[number] ?? []);
  return { sources: at(sources), targets: at(targets) };
}

/** The part of the day that concerns one crew. A booking that another crew is committed to is not planned any more. */
function inputOf(input: PlanInput, crew: PlanCrew): PlanInput {
  const own = new Set(crew.commitments.map(({ bookingId }) => bookingId));
  const others = new Set(
    input.crews
      .filter(({ id }) => id !== crew.id)
      .flatMap(({ commitments }) => commitments.map((each) => each.bookingId)),
  );
  const planned = input.planned.filter(({ crewId }) => crewId === crew.id);
  const isPlanned = new Set(planned.map(({ bookingId }) => bookingId));
  return {
    ...input,
    crews: [crew],
    bookings: input.bookings.filter(({ id }) => own.has(id) || (isPlanned.has(id) && !others.has(id))),
    planned,
    products: PRODUCTS,
  };
}

function problemOf(model: PlanModel, input: PlanInput, journeyOf: JourneyLookup): Problem {
  return completeProblem(model, journeysOf(model, journeyOf), input);
}

function journeysOf({ places, sources, targets }: PlanModel, journeyOf: JourneyLookup): Journeys {
  const seconds = new Float32Array(sources.length * targets.length);
  const miles = new Float32Array(sources.length * targets.length);
  for (const [row, source] of sources.entries())
    for (const [column, target] of targets.entries()) {
      const [from, to] = [places[source], places[target]];
      const journey = from && to ? journeyOf(from, to) : null;
      seconds[row * targets.length + column] = secondsOf(journey);
      miles[row * targets.length + column] = milesOf(journey);
    }
  return { seconds, miles };
}

/** Remembers the last journey, because the miles of a place are asked for after its seconds. */
class JourneysBy implements JourneysByPlace {
  readonly #journeyAt: (place: number) => Distance | null;
  #place = -1;
  #journey: Distance | null = null;

  constructor(journeyAt: (place: number) => Distance | null) {
    this.#journeyAt = journeyAt;
  }

  seconds(place: number): number {
    return secondsOf(this.#at(place));
  }

  miles(place: number): number {
    return milesOf(this.#at(place));
  }

  #at(place: number): Distance | null {
    if (place !== this.#place) this.#journey = this.#journeyAt(place);
    this.#place = place;
    return this.#journey;
  }
}

function secondsOf(journey: Distance | null): number {
  return journey === null ? Infinity : Math.fround(journey.minutes * 60);
}

function milesOf(journey: Distance | null): number {
  return journey === null ? Infinity : Math.fround(journey.miles);
}

/** Says only which crew and which of its shifts; the order comes from the current routes. */
function placeholder({ id: bookingId }: PlanBooking, crew: PlanCrew, arrivesMs: number): PlannedJob {
  return {
    bookingId,
    crewId: crew.id,
    startsMs: arrivesMs,
    arrivesMs,
    endsMs: arrivesMs + 1,
    stops: [],
    driveSeconds: 0,
    miles: 0,
    isLocked: false,
  };
}

function withInserted(
  current: readonly CurrentRoute[],
  vehicle: string,
  afterStops: number,
  { id, stops }: PlanBooking,
): CurrentRoute[] {
  const added = stops.map((_, stop) => ({ request: id, stop }));
  const before = current.find((route) => route.vehicle === vehicle)?.stops ?? [];
  return [
    ...current.filter((route) => route.vehicle !== vehicle),
    { vehicle, stops: before.toSpliced(afterStops, 0, ...added) },
  ];
}

function timesOf({ crewId, startsMs, arrivesMs, endsMs, stops, driveSeconds, miles }: PlannedJob): string {
  return JSON.stringify([crewId, startsMs, arrivesMs, endsMs, stops, driveSeconds, miles]);
}
