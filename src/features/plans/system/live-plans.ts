// Drivable windows and places in plans (decision 0089). The search happens in memory; the reservation is one statement in the
// transaction of the booking that compares the revision of the day. If another process was faster, the day is read again.
import { LRUCache } from 'lru-cache';
import { sqlState } from '../../../db/sql-state.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import { uncertaintyMiles } from '../../../domain/place/location.ts';
import { destinationOf, originOf, type RouteStop } from '../../../domain/place/route.ts';
import type { ServiceArea } from '../../../domain/place/service-area.ts';
import type { PlanBooking, PlannedJob } from '../../../domain/plan/plan-input.ts';
import type { ArrivalWindow, ScheduledWindow } from '../../../domain/time/arrival-window.ts';
import { type DaySpan, daySpan } from '../../../domain/time/local-day.ts';
import { offsetSpans, spanAt } from '../../../domain/time/time-zone-offsets.ts';
import { windowLost } from '../../../domain/time/window-problem.ts';
import { KeyedMutex } from '../../../lib/keyed-mutex.ts';
import { Problem } from '../../../lib/problem.ts';
import {
  type DrivableJob,
  type PlaceFinder,
  type PlaceRequest,
  type PlannedCapacity,
  type PlanRefusal,
  type PlanRevisions,
  planChanged,
} from '../../schedule/planned-capacity.ts';
import { listDayStates } from './day-state-store.ts';
import { JourneyBook } from './journey-book.ts';
import { type FoundPlace, LiveDay } from './live-day.ts';
import type { TravelContext } from './measure-travel.ts';

/**
 * The state of a day is compared after this time, so crews, shifts and engagements that change are seen then at the latest; a
 * reservation compares what it depends on exactly.
 */
const MAX_AGE_MS = 5_000;
/** A day is read again after this time even if its state is the same: learned times and hours around midnight are no part of it. */
const MAX_LIFE_MS = 300_000;
const MAX_DAYS = 200;
const DAY_MS = 86_400_000;
/** In each attempt at least one booking of the day gets its place, of this process or another one. */
const MAX_ATTEMPTS = 30;
/** Days that are read from the database at the same time. */
const LOADED_AT_ONCE = 4;

export class LivePlans implements PlannedCapacity {
  readonly #context: TravelContext;
  readonly #book: JourneyBook;
  readonly #days = new LRUCache<string, LiveDay>({ max: MAX_DAYS });
  readonly #loading = new Map<string, Promise<LiveDay>>();
  readonly #mutex = new KeyedMutex();

  constructor(context: TravelContext) {
    this.#context = context;
    this.#book = new JourneyBook(context);
  }

  async findDrivable(
    job: DrivableJob,
    windows: readonly ScheduledWindow[],
    revisions: PlanRevisions,
  ): Promise<readonly boolean[]> {
    return this.#askDays(job, windows, revisions, (day, booking, asked) => day.findDrivable(booking, asked));
  }

  async explainRefusals(
    job: DrivableJob,
    windows: readonly ScheduledWindow[],
    revisions: PlanRevisions,
  ): Promise<readonly (PlanRefusal | null)[]> {
    return this.#askDays(job, windows, revisions, (day, booking, asked) =>
      day.explainRefusals(booking, asked),
    );
  }

  /** One answer per window, from the plan of its day. */
  async #askDays<Answer>(
    job: DrivableJob,
    windows: readonly ScheduledWindow[],
    given: PlanRevisions,
    ask: (day: LiveDay, booking: PlanBooking, asked: readonly ScheduledWindow[]) => readonly Answer[],
  ): Promise<readonly Answer[]> {
    if (windows.length === 0) return [];
    const byDay = groupByDay(windows);
    const { area, bookingId } = job;
    const names = [...byDay.keys()];
    const revisions = names.some((day) => this.#isComparisonDue(area, day))
      ? await this.#compare(area)
      : given;
    const days = new Map<string, LiveDay>();
    const outdated: string[] = [];
    for (const day of names) {
      const known = this.#days.get(keyOf(area, day));
      if (known && this.#isCurrent(known, area, revisions.get(day) ?? 0)) days.set(day, known);
      else outdated.push(day);
    }
    for (let nth = 0; nth < outdated.length; nth += LOADED_AT_ONCE)
      await Promise.all(
        outdated.slice(nth, nth + LOADED_AT_ONCE).map(async (day) => {
          const zone = byDay.get(day)?.[0]?.timeZone ?? 'UTC';
          days.set(day, await this.#day(area, day, zone, revisions.get(day) ?? 0));
        }),
      );
    if (bookingId !== undefined)
      for (const [day, live] of days) days.set(day, await live.without(bookingId, this.#book));
    await this.#measure(job.route, [...days.values()]);
    const booking = candidateBooking(job, windows[0] as ScheduledWindow);
    const answers = new Map<ScheduledWindow, Answer>();
    for (const [day, asked] of byDay) {
      const found = ask(days.get(day) as LiveDay, booking, asked);
      for (const [index, window] of asked.entries()) answers.set(window, found[index] as Answer);
    }
    return windows.map((window) => answers.get(window) as Answer);
  }

  withPlace<Result>(request: PlaceRequest, write: (place: PlaceFinder) => Promise<Result>): Promise<Result> {
    const { area, booking } = request;
    const { window } = booking;
    if (window.kind === 'on_demand') throw new Error('an on-demand booking has no place in a plan');
    const day = dayOf(window);
    const key = keyOf(area, day);
    return this.#mutex.runExclusive(key, async () => {
      if (this.#isComparisonDue(area, day)) await this.#compare(area);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const live =
          attempt === 0
            ? await this.#day(area, day, window.timeZone)
            : await this.#load(area, day, window.timeZone);
        const outcome = await this.#attempt(live, request, day, write);
        if (outcome !== 'again') return outcome.result;
      }
      throw Problem.of(
        'service_unavailable',
        'Too many bookings are changing the plan of this day at the same time. Nothing was saved. Try again.',
        { retryAfterSeconds: 1 },
      );
    });
  }

  async #attempt<Result>(
    live: LiveDay,
    { area, booking, isNew, param, now }: PlaceRequest,
    day: string,
    write: (place: PlaceFinder) => Promise<Result>,
  ): Promise<{ readonly result: Result } | 'again'> {
    const free = isNew ? live : await live.without(booking.id, this.#book);
    await this.#measure(booking.route, [free]);
    const key = keyOf(area, day);
    let found: FoundPlace | null = null;
    try {
      const result = await write((final) => {
        found = free.findPlace(planBookingOf(final), final.crew?.id ?? null);
        if (!found) throw new NoPlace();
        return reservation(final, { areaSlug: area.slug, day, revision: free.revision }, found, now);
      });
      const place = found as FoundPlace | null;
      if (place) this.#days.set(key, place.next());
      return { result };
    } catch (error) {
      if (error instanceof NoPlace) {
        const { system, clock } = this.#context;
        const state = (await listDayStates(system, area.slug, [day], clock.now())).get(day);
        const isCurrent = state && live.hasState(state) && live.isOf(area) && live.isReadWithin(MAX_AGE_MS);
        if (isCurrent) throw windowLost(param);
        return 'again';
      }
      const state = sqlState(error);
      // Without an answer of the server, the transaction may have been committed.
      if (state === null || state === planChanged) this.#days.delete(key);
      if (state === planChanged) return 'again';
      throw error;
    }
  }

  /** Measures the journeys of a new booking to and from the jobs of these days. */
  async #measure(route: readonly RouteStop[], days: readonly LiveDay[]): Promise<void> {
    if (!(await this.#book.refresh())) return;
    const places = days.map((day) => day.places);
    await this.#book.measureNearest(
      { first: stopOf(originOf(route)), last: stopOf(destinationOf(route)) },
      {
        sources: places.flatMap(({ sources }) => sources),
        targets: places.flatMap(({ targets }) => targets),
      },
    );
  }

  /** The copy in memory if it is current; `revision` undefined: not compared, because the reservation does it. */
  async #day(area: ServiceArea, day: string, timeZone: string, revision?: number): Promise<LiveDay> {
    const key = keyOf(area, day);
    const known = this.#days.get(key);
    if (known && this.#isCurrent(known, area, revision ?? known.revision)) return known;
    const loading = this.#loading.get(key) ?? this.#load(area, day, timeZone);
    const loaded = await loading;
    // A load that had begun earlier may be older than the revision.
    return loaded.revision >= (revision ?? 0) && loaded.isOf(area) ? loaded : this.#load(area, day, timeZone);
  }

  /** The copy is ahead of the revision if a booking of this process has been made since it was read. */
  #isCurrent(day: LiveDay, area: ServiceArea, revision: number): boolean {
    return day.revision >= revision && day.isOf(area) && day.isComparedWithin(MAX_AGE_MS);
  }

  #isComparisonDue(area: ServiceArea, day: string): boolean {
    return this.#days.get(keyOf(area, day))?.isComparedWithin(MAX_AGE_MS) === false;
  }

  /** Compares all days of the area that are in memory with the database. Days that are as they were stay for another while. */
  async #compare(area: ServiceArea): Promise<PlanRevisions> {
    const { system, clock } = this.#context;
    const now = clock.now();
    const comparedAtMs = performance.now();
    const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
    const days = [...this.#days.keys()]
      .filter((key) => key === keyOf(area, dayOfKey(key)) && key > yesterday)
      .map(dayOfKey);
    const [states] = await Promise.all([listDayStates(system, area.slug, days, now), this.#book.refresh()]);
    for (const [day, state] of states) {
      const key = keyOf(area, day);
      const known = this.#days.get(key);
      const compared = known?.isReadWithin(MAX_LIFE_MS)
        ? known.compared(state, comparedAtMs, { now, roads: this.#book.roads })
        : null;
      if (compared) this.#days.set(key, compared);
    }
    return new Map([...states].map(([day, { revision }]) => [day, revision]));
  }

  async #load(area: ServiceArea, day: string, timeZone: string): Promise<LiveDay> {
    const key = keyOf(area, day);
    const previous = this.#days.get(key);
    const loading = LiveDay.load({
      context: this.#context,
      book: this.#book,
      area,
      day,
      timeZone,
      previous: previous?.isOf(area) ? previous : undefined,
    });
    this.#loading.set(key, loading);
    try {
      const loaded = await loading;
      const known = this.#days.get(key);
      // A booking of this process may have been faster.
      if (!known || known.revision <= loaded.revision) this.#days.set(key, loaded);
      return loaded;
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }
}

class NoPlace extends Error {}

const keyOf = ({ slug }: ServiceArea, day: string) => `${day} ${slug}`;
const dayOfKey = (key: string) => key.slice(0, 10);

/** The local day on which the window starts. */
function dayOf({ timeZone, startMs }: ScheduledWindow): string {
  const { offsetMs } = spanAt(offsetSpans(timeZone, startMs, startMs), startMs);
  return new Date(startMs + offsetMs).toISOString().slice(0, 10);
}

function groupByDay(windows: readonly ScheduledWindow[]): Map<string, ScheduledWindow[]> {
  const days = new Map<string, ScheduledWindow[]>();
  let current:
    | { readonly span: DaySpan; readonly timeZone: string; readonly windows: ScheduledWindow[] }
    | undefined;
  for (const window of windows) {
    const { startMs, timeZone } = window;
    // In order of time, so that most windows are of the day of the one before.
    if (current?.timeZone !== timeZone || startMs < current.span.startMs || startMs >= current.span.endMs) {
      const day = dayOf(window);
      const ofDay = days.get(day) ?? [];
      days.set(day, ofDay);
      current = { span: daySpan(timeZone, day), timeZone, windows: ofDay };
    }
    current.windows.push(window);
  }
  return days;
}

/** `window`: any of those that are asked for. */
function candidateBooking(job: DrivableJob, window: ScheduledWindow): PlanBooking {
  const { area, product, route, windowRef, travel, labor } = job;
  return {
    id: job.bookingId ?? 'new',
    hid: '',
    accountId: '',
    product,
    areaSlug: area.slug,
    window,
    windowRef,
    windowTakenAtMs: 0,
    stops: route.map(stopOf),
    travelMinutes: travel.minutes,
    travelMiles: travel.miles,
    labor,
    isDispatched: false,
    isStarted: false,
  };
}

function planBookingOf({
  id,
  hid,
  accountId,
  product,
  areaSlug,
  window,
  windowRef,
  windowTakenAtMs,
  route,
  quote,
}: Booking): PlanBooking {
  return {
    id,
    hid,
    accountId,
    product,
    areaSlug,
    window: window satisfies ArrivalWindow,
    windowRef,
    windowTakenAtMs,
    stops: route.map(stopOf),
    travelMinutes: quote.travel.minutes,
    travelMiles: quote.travel.miles,
    labor: quote.prices.labor,
    isDispatched: false,
    isStarted: false,
  };
}

function stopOf({ id, location }: RouteStop) {
  const { longitude, latitude } = location;
  return { id, longitude, latitude, uncertaintyMiles: uncertaintyMiles(location) };
}

function reservation(
  { id, accountId, eventSequence }: Booking,
  { areaSlug, day, revision }: { readonly areaSlug: string; readonly day: string; readonly revision: number },
  { crewId, crewVersion, jobs }: FoundPlace,
  now: Date,
): Statement<unknown> {
  const rows = JSON.stringify(jobs.map(rowOf));
  return statement`
    select reserve_place(${id}, ${accountId}, ${eventSequence}, ${areaSlug}, ${day}::date, ${revision}, ${crewId},
      ${crewVersion}, ${rows}::json, ${now})`;
}

function rowOf({ bookingId, startsMs, arrivesMs, endsMs, stops, driveSeconds, miles }: PlannedJob) {
  return {
    booking_id: bookingId,
    starts_at: new Date(startsMs),
    arrives_at: new Date(arrivesMs),
    ends_at: new Date(endsMs),
    stops,
    drive_seconds: driveSeconds,
    drive_hundredths: Math.round(miles * 100),
  };
}
