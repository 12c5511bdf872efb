// The plan of an area and day in the memory of a process, for drivable windows. A copy: it is valid for one state of the day in
// the database, and for a few seconds while its crews depend on the time of day and their positions.
import { WindowQuestions } from '../../../../packages/planner/src/drivable-windows.ts';
import type { WindowQuestion } from '../../../../packages/planner/src/window-answers.ts';
import { OVERRUN_MS, staticMisfits } from '../../../domain/dispatch/crew-fit.ts';
import { jobOf } from '../../../domain/dispatch/dispatch-job.ts';
import type { ServiceArea } from '../../../domain/place/service-area.ts';
import { type CandidateJob, candidateOf } from '../../../domain/plan/candidate-job.ts';
import { CrewInputs, placesOf } from '../../../domain/plan/crew-input.ts';
import { type Insertion, LiveCrew } from '../../../domain/plan/live-crew.ts';
import type { PlanBooking, PlanCrew, PlanInput } from '../../../domain/plan/plan-input.ts';
import { dispatchInputOf, firstStopWindow } from '../../../domain/plan/plan-model.ts';
import { robustnessOf } from '../../../domain/plan/plan-problem.ts';
import type { ScheduledWindow } from '../../../domain/time/arrival-window.ts';
import type { PlanRefusal } from '../../schedule/planned-capacity.ts';
import { type DayState, listDayStates } from './day-state-store.ts';
import type { JourneyBlock, JourneyBook } from './journey-book.ts';
import type { TravelContext } from './measure-travel.ts';
import type { StoredPlanCrew } from './plan-input-store.ts';
import { readDayInput } from './read-day-input.ts';

export interface LoadingDay {
  readonly context: TravelContext;
  readonly book: JourneyBook;
  readonly area: ServiceArea;
  readonly day: string;
  /** For areas without one and days without bookings. */
  readonly timeZone: string;
  /** An older copy: crews for which nothing has changed are taken from it. */
  readonly previous: LiveDay | undefined;
}

/** A crew with what it was built from. */
interface LiveEntry {
  readonly crew: LiveCrew;
  readonly basis: string | null;
}

type AreaSettings = Pick<ServiceArea, 'timeZone' | 'planning'>;

interface DayCopy {
  readonly state: DayState;
  readonly loadedAtMs: number;
  /** When the state was compared last. */
  readonly comparedAtMs: number;
  /** The shift that begins first. */
  readonly firstShiftMs: number;
  readonly settings: AreaSettings;
  readonly roads: string | null;
  readonly input: PlanInput;
  readonly entries: ReadonlyMap<string, LiveEntry>;
}

export interface FoundPlace extends Insertion {
  readonly crewId: string;
  readonly crewVersion: number;
  /** The day with the booking. */
  readonly next: () => LiveDay;
}

/** A shift that begins later does not depend on the time of day. */
const NEAR_MS = 13 * 3_600_000;

export class LiveDay {
  readonly #copy: DayCopy;
  #distinct: readonly LiveEntry[] | undefined;

  private constructor(copy: DayCopy) {
    this.#copy = copy;
  }

  static async load({ context, book, area, day, timeZone, previous }: LoadingDay): Promise<LiveDay> {
    const { system, clock } = context;
    const now = clock.now();
    const loadedAtMs = performance.now();
    // Before the input: a change in between makes the copy outdated, never wrong.
    const state = (await listDayStates(system, area.slug, [day], now)).get(day);
    if (!state) throw new Error(`the state of ${day} was not read`);
    const { input: read } = await readDayInput({ system, now, timeZone }, area, day);
    const crews = read.crews.map((crew) => withCommitmentsOf(crew, read.day.startMs, read.nowMs));
    const input: PlanInput = { ...read, crews, locks: { bookings: [], crews: [] } };
    const hasRoads = await book.refresh();
    const inputs = new CrewInputs(input);
    const entries = new Map<string, LiveEntry>();
    for (const crew of crews) {
      const basis = basisOf(input, crew, hasRoads);
      const known = basis === null ? undefined : previous?.entryOf(crew.id);
      if (known && known.basis === basis) entries.set(crew.id, known);
      else {
        const own = inputs.of(crew);
        if (hasRoads) await book.measure(placesOf(own));
        const live = LiveCrew.build(own, crew, book.journey);
        entries.set(crew.id, { crew: live, basis });
      }
    }
    const settings = { timeZone: area.timeZone, planning: area.planning };
    const firstShiftMs = Math.min(...crews.flatMap(({ shifts }) => shifts.map(({ startsMs }) => startsMs)));
    const times = { loadedAtMs, comparedAtMs: loadedAtMs, firstShiftMs };
    return new LiveDay({ state, ...times, settings, roads: book.roads, input, entries });
  }

  get revision(): number {
    return this.#copy.state.revision;
  }

  hasState({ revision, stamp }: DayState): boolean {
    return revision === this.#copy.state.revision && stamp === this.#copy.state.stamp;
  }

  /** The copy with a later state that differs in the versions of crews only; null if it is outdated. */
  compared(
    state: DayState,
    comparedAtMs: number,
    { now, roads }: { readonly now: Date; readonly roads: string | null },
  ): LiveDay | null {
    const { firstShiftMs } = this.#copy;
    if (!this.hasState(state) || roads !== this.#copy.roads || firstShiftMs < now.getTime() + NEAR_MS)
      return null;
    return new LiveDay({ ...this.#copy, state, comparedAtMs });
  }

  entryOf(crewId: string): LiveEntry | undefined {
    return this.#copy.entries.get(crewId);
  }

  /** Whether it was read, or its state was compared, within this time. */
  isComparedWithin(ageMs: number): boolean {
    return performance.now() - this.#copy.comparedAtMs < ageMs;
  }

  isReadWithin(ageMs: number): boolean {
    return performance.now() - this.#copy.loadedAtMs < ageMs;
  }

  /** Whether it was built with the present settings of the area. */
  isOf({ timeZone, planning }: ServiceArea): boolean {
    const { settings } = this.#copy;
    if (timeZone !== settings.timeZone) return false;
    // The same object unless the areas were read again.
    return planning === settings.planning || JSON.stringify(planning) === JSON.stringify(settings.planning);
  }

  /** Ends of the journeys between jobs. */
  get places(): JourneyBlock {
    const all = [...this.#copy.entries.values()].map(({ crew }) => crew.places);
    return { sources: all.flatMap(({ sources }) => sources), targets: all.flatMap(({ targets }) => targets) };
  }

  /** The same day without this booking, for its own move. */
  async without(bookingId: string, book: JourneyBook): Promise<LiveDay> {
    const isOf = (each: { readonly bookingId: string }) => each.bookingId === bookingId;
    const holders = [...this.#copy.entries].filter(
      ([, { crew }]) => crew.planned.some(isOf) || crew.crew.commitments.some(isOf),
    );
    if (holders.length === 0) return this;
    const entries = new Map(this.#copy.entries);
    for (const [id, entry] of holders) {
      // Jobs before and after it become neighbours.
      await book.measure(entry.crew.places);
      entries.set(id, { ...entry, crew: entry.crew.without(bookingId), basis: null });
    }
    return new LiveDay({ ...this.#copy, entries });
  }

  /** One answer per window, for a booking that differs in its window only. */
  findDrivable(booking: PlanBooking, windows: readonly ScheduledWindow[]): boolean[] {
    const { input } = this.#copy;
    // Windows at the first stop are answered together; other windows change the request.
    if (booking.windowRef === 'origin') {
      const asked = windows.map((window) => firstStopWindow(window, input.day.startMs));
      return this.#answer(candidateOf(booking, input), asked);
    }
    return windows.flatMap((window) => {
      const candidate = candidateOf({ ...booking, window }, input);
      return this.#answer(candidate, [candidate.window]);
    });
  }

  #answer(candidate: CandidateJob, windows: readonly WindowQuestion[]): boolean[] {
    const { request, between } = candidate;
    const robustness = robustnessOf(this.#copy.input);
    const questions = new WindowQuestions(request, windows, between, { robustness, hasCosts: false });
    for (const { crew } of this.#distinctEntries()) {
      crew.ask(questions, candidate);
      if (questions.isComplete) break;
    }
    return questions.drivable;
  }

  /** One answer per window: why no crew can drive it; null if one can. */
  explainRefusals(booking: PlanBooking, windows: readonly ScheduledWindow[]): (PlanRefusal | null)[] {
    const onShift = [...this.#copy.entries.values()].filter(({ crew }) => crew.crew.shifts.length > 0);
    const fitting = onShift
      .map(({ crew }) => crew)
      .filter(({ crew }) => staticMisfits(booking, crew).length === 0);
    const idle = fitting.map((each) => each.withoutJobs());
    const drivable = this.findDrivable(booking, windows);
    return windows.map((window, index) => {
      if (drivable[index]) return null;
      if (onShift.length === 0) return { reason: 'no_shift', crew: null };
      return refusalOf({ ...booking, window }, idle, this.#copy.input);
    });
  }

  /** The cheapest place; null if no crew has one. `onlyCrew`: a dispatched booking stays with its crew. */
  findPlace(booking: PlanBooking, onlyCrew: string | null): FoundPlace | null {
    const { input, entries } = this.#copy;
    const candidate = candidateOf(booking, input);
    let asked =
      onlyCrew === null
        ? this.#distinctEntries()
        : [...entries.values()].filter(({ crew }) => crew.crew.id === onlyCrew);
    for (;;) {
      const { entry, place } = this.#cheapest(candidate, asked);
      if (!entry || !place) return null;
      const insertion = entry.crew.insert(candidate, place);
      if (insertion) {
        const crewId = entry.crew.crew.id;
        const crewVersion = this.#copy.state.crewVersions.get(crewId) ?? 0;
        return { ...insertion, crewId, crewVersion, next: () => this.#with(crewId, entry, insertion) };
      }
      asked = asked.filter((each) => each !== entry);
    }
  }

  /** One search over all crews: a position that cannot be cheaper than the best one is not measured. */
  #cheapest(candidate: CandidateJob, asked: readonly LiveEntry[]) {
    const { request, window, between } = candidate;
    const robustness = robustnessOf(this.#copy.input);
    const questions = new WindowQuestions(request, [window], between, { robustness, hasCosts: true });
    let best: LiveEntry | undefined;
    for (const entry of asked) {
      const cost = questions.cost(0);
      entry.crew.ask(questions, candidate);
      if (questions.cost(0) < cost) best = entry;
    }
    return { entry: best, place: best?.crew.cheapestPlace(questions) };
  }

  /** One of several crews without jobs that are alike. Crews with fewer jobs first, because they answer more windows. */
  #distinctEntries(): readonly LiveEntry[] {
    if (this.#distinct) return this.#distinct;
    const seen = new Set<string>();
    const isFirst = ({ crew: { shape } }: LiveEntry) =>
      shape === null || (!seen.has(shape) && seen.add(shape));
    this.#distinct = [...this.#copy.entries.values()]
      .filter(isFirst)
      .sort((a, b) => a.crew.bookings.length - b.crew.bookings.length);
    return this.#distinct;
  }

  #with(crewId: string, entry: LiveEntry, insertion: Insertion): LiveDay {
    const entries = new Map(this.#copy.entries);
    entries.set(crewId, { ...entry, crew: insertion.after(), basis: null });
    const state = { ...this.#copy.state, revision: this.#copy.state.revision + 1 };
    return new LiveDay({ ...this.#copy, state, entries });
  }
}

/** `idle`: crews that fit, without their jobs. */
function refusalOf(booking: PlanBooking, idle: readonly LiveCrew[], input: PlanInput): PlanRefusal {
  const candidate = candidateOf(booking, input);
  const [nearest] = idle
    .flatMap((each) => {
      const place = each.findPlace(candidate);
      return place ? [{ crew: each.crew, cost: place.cost }] : [];
    })
    .sort((a, b) => a.cost - b.cost);
  if (nearest) return { reason: 'crews_full', crew: nameOf(nearest.crew) };
  const { earliestMs, latestMs, durationMs } = jobOf(dispatchInputOf(booking));
  /** How much longer a shift would have to be; 0 if it covers the job. */
  const missingMs = ({ shifts }: PlanCrew) =>
    Math.min(
      ...shifts.map(({ startsMs, endsMs }) => {
        const lateMs = Math.max(0, startsMs - latestMs);
        return lateMs + Math.max(0, Math.max(earliestMs, startsMs) + durationMs - endsMs);
      }),
    );
  const [closest] = idle.map(({ crew }) => crew).sort((a, b) => missingMs(a) - missingMs(b));
  if (!closest) return { reason: 'no_suitable_crew', crew: null };
  return { reason: missingMs(closest) === 0 ? 'unreachable' : 'outside_shifts', crew: nameOf(closest) };
}

function nameOf({ id, name }: PlanCrew) {
  return { id, name };
}

/** An engagement that ends before the day takes no time of it. */
function withCommitmentsOf<Crew extends PlanCrew>(crew: Crew, dayStartMs: number, nowMs: number): Crew {
  if (dayStartMs <= nowMs) return crew;
  return { ...crew, commitments: crew.commitments.filter(({ endsMs }) => endsMs + OVERRUN_MS > dayStartMs) };
}

/** What the day of a crew is built from; null if it also depends on the time of day. */
function basisOf(
  input: PlanInput,
  { version: _version, position: _position, ...crew }: StoredPlanCrew,
  hasRoads: boolean,
): string | null {
  const { nowMs, planned, bookings, settings, learned, day } = input;
  if (hasRoads || crew.shifts.some(({ startsMs }) => startsMs < nowMs + NEAR_MS)) return null;
  const jobs = planned.filter(({ crewId }) => crewId === crew.id);
  const ids = new Set([...jobs, ...crew.commitments].map(({ bookingId }) => bookingId));
  const own = bookings.filter(({ id }) => ids.has(id));
  return JSON.stringify([crew, jobs, own, settings, learned, day]);
}
