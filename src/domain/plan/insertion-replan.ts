// Re-planning by insertion (decision 0091): the first answer to a change of the day. Jobs that their crew can no longer drive
// are taken out, and bookings without a place are inserted where they cost least. All other jobs stay with their crew; their
// times move within their windows. Started, assigned and offered bookings and locked jobs are not touched.
import { staticMisfits } from '../dispatch/crew-fit.ts';
import { windowSpan } from '../dispatch/dispatch-job.ts';
import type { Waypoint } from '../place/travel.ts';
import { straightMiles } from '../place/travel-estimate.ts';
import { type CandidateJob, candidateOf } from './candidate-job.ts';
import { CrewInputs } from './crew-input.ts';
import type { JourneyLookup } from './crew-routes.ts';
import { LiveCrew, type Place } from './live-crew.ts';
import {
  isSameSchedule,
  type PlanBooking,
  type PlanCrew,
  type PlanInput,
  type PlannedJob,
} from './plan-input.ts';
import { mayServe, type UnservedReason } from './plan-model.ts';

export interface ReplanChange {
  readonly bookingId: string;
  readonly before: PlannedJob | null;
  /** null: no crew can serve it any more. */
  readonly after: PlannedJob | null;
}

export interface Replanned {
  readonly changes: readonly ReplanChange[];
  readonly unserved: readonly { readonly bookingId: string; readonly reason: UnservedReason }[];
}

/** Planned times that are later by less than this are kept, so that small delays do not change the plan. */
const TOLERANCE_MS = 2 * 60_000;
/** The cheapest place is chosen among those of the nearest crews that have one; the search that follows compares all. */
const COMPARED_PLACES = 8;

export interface ReplanOptions {
  /** Crews whose jobs may no longer be drivable. The jobs of other crews are examined when a booking could be inserted. */
  readonly suspects: ReadonlySet<string>;
  /** Bookings that a dispatcher has left without a place. */
  readonly leftOut: ReadonlySet<string>;
}

export class InsertionReplan {
  readonly #input: PlanInput;
  readonly #inputs: CrewInputs;
  readonly #journeyOf: JourneyLookup;
  /** Those that were examined. */
  readonly #crews = new Map<string, LiveCrew>();
  readonly #touched = new Set<string>();
  readonly #waiting = new Map<string, PlanBooking>();
  #placesByCrew: ReadonlyMap<string, readonly Waypoint[]> | undefined;

  constructor(input: PlanInput, journeyOf: JourneyLookup, { suspects, leftOut }: ReplanOptions) {
    this.#input = input;
    this.#inputs = new CrewInputs(input);
    this.#journeyOf = journeyOf;
    const inService = new Set(input.crews.map(({ id }) => id));
    const placed = new Set([
      ...input.crews.flatMap(({ commitments }) => commitments.map(({ bookingId }) => bookingId)),
      ...input.planned
        .filter(({ crewId, isLocked }) => isLocked || inService.has(crewId))
        .map(({ bookingId }) => bookingId),
    ]);
    for (const booking of input.bookings)
      if (!booking.isDispatched && !placed.has(booking.id) && !leftOut.has(booking.id))
        this.#waiting.set(booking.id, booking);
    for (const crew of input.crews) if (suspects.has(crew.id)) this.#examine(crew);
  }

  /** Bookings without a place. */
  get affected(): readonly PlanBooking[] {
    return [...this.#waiting.values()];
  }

  run(): Replanned {
    const unserved: { bookingId: string; reason: UnservedReason }[] = [];
    for (let booking = this.#mostUrgent(); booking; booking = this.#mostUrgent()) {
      this.#waiting.delete(booking.id);
      const reason = this.#insert(booking);
      if (reason !== null) unserved.push({ bookingId: booking.id, reason });
    }
    return { changes: this.#changes(unserved), unserved };
  }

  #mostUrgent(): PlanBooking | undefined {
    const closes = (booking: PlanBooking) => windowSpan(booking).closesMs;
    return this.affected.toSorted((a, b) => closes(a) - closes(b) || (a.id < b.id ? -1 : 1))[0];
  }

  #examine(crew: PlanCrew): LiveCrew {
    const known = this.#crews.get(crew.id);
    if (known) return known;
    const before = LiveCrew.build(this.#inputs.of(crew), crew, this.#journeyOf);
    const after = this.#repaired(before);
    const kept = new Set(after.bookings.map(({ id }) => id));
    for (const booking of before.bookings) if (!kept.has(booking.id)) this.#waiting.set(booking.id, booking);
    this.#crews.set(crew.id, after);
    return after;
  }

  /** The crew without the jobs that it can no longer drive. */
  #repaired(crew: LiveCrew): LiveCrew {
    if (crew.isDrivable) {
      if (isLater(crew)) this.#touched.add(crew.crew.id);
      return crew;
    }
    const isLocked = (bookingId: string) =>
      crew.planned.some((job) => job.bookingId === bookingId && job.isLocked);
    // What happens to a locked job is the decision of a dispatcher.
    if (crew.impossible.some(isLocked)) return crew;
    let left = crew;
    for (const bookingId of crew.impossible) left = left.without(bookingId);
    while (!left.isDrivable) {
      const open = this.#ejectable(left);
      if (open.length === 0) return left;
      const found = open.find(({ bookingId }) => left.without(bookingId).isDrivable) ?? open[0];
      if (found) left = left.without(found.bookingId);
    }
    this.#touched.add(crew.crew.id);
    return left;
  }

  /** Those whose window closes last first: they have the most time to be served by another crew. */
  #ejectable(crew: LiveCrew): PlannedJob[] {
    const closes = new Map(crew.bookings.map((booking) => [booking.id, windowSpan(booking).closesMs]));
    const committed = new Set(crew.crew.commitments.map(({ bookingId }) => bookingId));
    return crew.planned
      .filter(({ bookingId, isLocked }) => !isLocked && !committed.has(bookingId) && closes.has(bookingId))
      .sort((a, b) => (closes.get(b.bookingId) ?? 0) - (closes.get(a.bookingId) ?? 0));
  }

  /** Inserts the booking at its cheapest place; the reason if there is none. */
  #insert(booking: PlanBooking): UnservedReason | null {
    if (windowSpan(booking).closesMs < this.#input.nowMs) return 'window_passed';
    const candidate = candidateOf(booking, this.#input);
    const places: { readonly crew: LiveCrew; readonly place: Place }[] = [];
    for (const each of this.#fitting(booking)) {
      const crew = this.#examine(each);
      const place = crew.findPlace(candidate);
      if (place && places.push({ crew, place }) === COMPARED_PLACES) break;
    }
    for (const { crew, place } of places.sort((a, b) => a.place.cost - b.place.cost)) {
      const insertion = crew.insert(candidate, place);
      if (!insertion) continue;
      this.#crews.set(crew.crew.id, insertion.after());
      this.#touched.add(crew.crew.id);
      return null;
    }
    return this.#reason(candidate);
  }

  /** Crews that fit the product, those with a job near the first stop first. */
  #fitting(booking: PlanBooking): PlanCrew[] {
    const { areaSlug, crews } = this.#input;
    const [first] = booking.stops;
    const near = new Map(crews.map((crew) => [crew.id, first ? this.#milesTo(crew, first) : 0]));
    return crews
      .filter(
        (crew) =>
          crew.shifts.length > 0 &&
          mayServe(crew, booking) &&
          staticMisfits({ product: booking.product, areaSlug }, crew).length === 0,
      )
      .sort((a, b) => (near.get(a.id) ?? 0) - (near.get(b.id) ?? 0));
  }

  /** From its nearest place of the day; 0 for a crew that can begin anywhere. */
  #milesTo({ id, position, commitments }: PlanCrew, to: Waypoint): number {
    this.#placesByCrew ??= placesByCrew(this.#input);
    const places = [
      ...(this.#placesByCrew.get(id) ?? []),
      ...commitments.map(({ to: end }) => end),
      ...(position ? [position] : []),
    ];
    return places.length === 0 ? 0 : Math.min(...places.map((place) => straightMiles(place, to)));
  }

  #reason(candidate: CandidateJob): UnservedReason {
    const fitting = this.#fitting(candidate.booking);
    if (fitting.length === 0) return 'no_suitable_crew';
    const withoutPlan = new CrewInputs({ ...this.#input, planned: [] });
    const isReachable = fitting.some((crew) =>
      LiveCrew.build(withoutPlan.of(crew), crew, this.#journeyOf).findPlace(candidate),
    );
    return isReachable ? 'crews_full' : 'window_unreachable';
  }

  #changes(unserved: Replanned['unserved']): ReplanChange[] {
    const before = new Map(this.#input.planned.map((job) => [job.bookingId, job]));
    const written = [...this.#crews.values()]
      .filter(({ crew }) => this.#touched.has(crew.id))
      .flatMap(({ schedule }) => schedule)
      .map((after) => ({ bookingId: after.bookingId, before: before.get(after.bookingId) ?? null, after }))
      .filter(({ before: from, after }) => from === null || !isSameSchedule(from, after));
    const removed = unserved
      .filter(({ bookingId }) => before.has(bookingId))
      .map(({ bookingId }) => ({ bookingId, before: before.get(bookingId) ?? null, after: null }));
    return [...written, ...removed];
  }
}

/** Last stops of the planned jobs of each crew. */
function placesByCrew({ planned, bookings }: PlanInput): Map<string, Waypoint[]> {
  const ends = new Map(bookings.map(({ id, stops }) => [id, stops.at(-1)]));
  const places = new Map<string, Waypoint[]>();
  for (const { crewId, bookingId } of planned) {
    const end = ends.get(bookingId);
    if (end) places.set(crewId, [...(places.get(crewId) ?? []), end]);
  }
  return places;
}

/** Whether the crew would be later than planned at a job. */
function isLater({ schedule, planned }: LiveCrew): boolean {
  const arrivals = new Map(planned.map(({ bookingId, arrivesMs }) => [bookingId, arrivesMs]));
  return schedule.some(
    ({ bookingId, arrivesMs }) => arrivesMs > (arrivals.get(bookingId) ?? Infinity) + TOLERANCE_MS,
  );
}
