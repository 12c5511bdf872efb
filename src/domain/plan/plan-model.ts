// Translates the input of a plan into the terms of the planner: crews become vehicles, one per shift; bookings become
// exclusive chains of their stops. The travel times between jobs are not known yet: `places` lists what to measure.
import type { CurrentRoute, Stop, TransportRequest, Vehicle } from '../../../packages/planner/src/problem.ts';
import { OVERRUN_MS, staticMisfits, UNKNOWN_TRAVEL_MS } from '../dispatch/crew-fit.ts';
import { jobOf, minutesPerStop, windowSpan } from '../dispatch/dispatch-job.ts';
import type { Waypoint } from '../place/travel.ts';
import { estimateTravel } from '../place/travel-estimate.ts';
import type { ScheduledWindow } from '../time/arrival-window.ts';
import {
  type Commitment,
  type LockableJob,
  lockedJob,
  type PlanBooking,
  type PlanCrew,
  type PlanInput,
} from './plan-input.ts';

export type UnservedReason =
  | 'window_passed'
  | 'no_suitable_crew'
  | 'locked_crew_unfit'
  | 'window_unreachable'
  | 'crews_full';

export interface FixedLeg {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly miles: number;
}

/** A request whose crew and time are given: an engagement, an open offer, or a job of another area. */
export interface FixedJob {
  readonly request: string;
  readonly vehicle: string;
  readonly arrivesAt: number;
}

export interface PlanModel {
  readonly vehicles: readonly Vehicle[];
  readonly requests: readonly TransportRequest[];
  readonly current: readonly CurrentRoute[];
  readonly places: readonly Waypoint[];
  /** Within bookings, as quoted. */
  readonly legs: readonly FixedLeg[];
  /** Places from which, and to which, journeys between jobs lead. */
  readonly sources: readonly number[];
  readonly targets: readonly number[];
  readonly fixed: readonly FixedJob[];
  /** Bookings that no search can serve. */
  readonly excluded: readonly { readonly bookingId: string; readonly reason: UnservedReason }[];
}

/** Request of a commitment whose booking is not part of the plan. */
const BUSY = 'busy:';
/** Committed jobs are never given up for others. */
const COMMITTED_PRIORITY = 9;
/** A mile and three minutes of driving cost the same; using another crew costs as much as five miles. */
const COSTS = { costPerMile: 1, costPerHour: 20, fixedCost: 5 };
const MINUTE_MS = 60_000;

export const bookingOfRequest = (request: string): string | null =>
  request.startsWith(BUSY) ? null : request;
/** Vehicles are named after the crew and the number of its shift. */
export const crewOfVehicle = (vehicle: string): string => vehicle.slice(0, 36);

export function buildModel(input: PlanInput): PlanModel {
  return new ModelBuilder(input).build();
}

interface Shift {
  readonly vehicle: string;
  readonly startsMs: number;
  readonly endsMs: number;
  readonly isExtra: boolean;
}

class ModelBuilder {
  readonly #input: PlanInput;
  readonly #places: Waypoint[] = [];
  readonly #legs: FixedLeg[] = [];
  readonly #sources: number[] = [];
  readonly #targets: number[] = [];
  readonly #fixed: FixedJob[] = [];
  readonly #requests: TransportRequest[] = [];
  readonly #excluded: { bookingId: string; reason: UnservedReason }[] = [];
  /** Stops per vehicle with their time, to sort the current routes. */
  readonly #current = new Map<string, { atMs: number; request: string; stopCount: number }[]>();
  readonly #shifts = new Map<string, Shift[]>();

  constructor(input: PlanInput) {
    this.#input = input;
  }

  build(): PlanModel {
    const { crews, bookings } = this.#input;
    for (const crew of crews) this.#shifts.set(crew.id, this.#shiftsOf(crew));
    const vehicles = crews.flatMap((crew) => this.#vehiclesOf(crew));
    const open = new Map(bookings.filter(({ isStarted }) => !isStarted).map((each) => [each.id, each]));
    const committed = new Set<string>();
    for (const crew of crews)
      for (const commitment of crew.commitments.filter(({ isStarted }) => !isStarted)) {
        committed.add(commitment.bookingId);
        this.#addCommitment(crew, commitment, open.get(commitment.bookingId));
      }
    for (const booking of open.values()) if (!committed.has(booking.id)) this.#addBooking(booking);
    return {
      vehicles,
      requests: this.#requests,
      current: this.#currentRoutes(),
      places: this.#places,
      legs: this.#legs,
      sources: this.#sources,
      targets: this.#targets,
      fixed: this.#fixed,
      excluded: this.#excluded,
    };
  }

  /** Shifts of the day, and a time of its own for each commitment outside of them: a dispatcher may ignore shifts. */
  #shiftsOf({ id, shifts, commitments }: PlanCrew): Shift[] {
    const regular = shifts
      .map((shift, nth) => ({ ...shift, vehicle: `${id}/${nth}`, isExtra: false }))
      .filter(({ endsMs }) => endsMs > this.#input.nowMs);
    const isWithin = (atMs: number) =>
      regular.some(({ startsMs, endsMs }) => startsMs <= atMs && atMs < endsMs);
    const extra = commitments
      .filter(({ isStarted, arrivesMs }) => !isStarted && !isWithin(arrivesMs))
      .map((commitment, nth) => ({
        startsMs: commitment.startsMs,
        endsMs: commitment.endsMs,
        vehicle: `${id}/extra${nth}`,
        isExtra: true,
      }));
    return [...regular, ...extra];
  }

  #vehiclesOf(crew: PlanCrew): Vehicle[] {
    const { nowMs, locks } = this.#input;
    const isLocked = locks.crews.includes(crew.id);
    const started = crew.commitments.filter(({ isStarted }) => isStarted);
    return (this.#shifts.get(crew.id) ?? []).map((shift): Vehicle => {
      const { place, freeMs } = startOf(crew, shift, started, nowMs);
      const start = place ? this.#addPlace(place) : undefined;
      if (start !== undefined) this.#sources.push(start);
      return {
        id: shift.vehicle,
        capacity: [],
        skills: isLocked || shift.isExtra ? [] : this.#skillsOf(crew),
        shift: { start: this.#seconds(freeMs), end: this.#seconds(Math.max(shift.endsMs, freeMs)) },
        ...(start !== undefined && { start }),
        ...COSTS,
      };
    });
  }

  /** The products that fit, by the rule of dispatch. */
  #skillsOf(crew: PlanCrew): string[] {
    const { areaSlug, bookings, products: others = [] } = this.#input;
    const products = new Set([...bookings.map(({ product }) => product), ...others]);
    return [
      ...[...products].filter((product) => staticMisfits({ product, areaSlug }, crew).length === 0),
      ...bookings.filter((booking) => isDeclined(booking) && mayServe(crew, booking)).map(acceptance),
    ];
  }

  #addCommitment(crew: PlanCrew, commitment: Commitment, booking: PlanBooking | undefined): void {
    const { arrivesMs, endsMs } = commitment;
    const shift = this.#shiftAt(crew.id, arrivesMs);
    if (!shift) return;
    const arrivesAt = this.#seconds(arrivesMs);
    const request = booking?.id ?? BUSY + commitment.bookingId;
    const stops = booking
      ? this.#stopsOf(booking)
      : this.#chain(
          [commitment.from, commitment.to],
          [{ seconds: 0, miles: 0 }],
          [(endsMs - arrivesMs) / 1000, 0],
        );
    this.#fixed.push({ request, vehicle: shift.vehicle, arrivesAt });
    this.#requests.push({
      id: request,
      stops: stops.map((stop, index) => (index === 0 ? { ...stop, earliest: arrivesAt } : stop)),
      exclusive: true,
      priority: COMMITTED_PRIORITY,
      lockedTo: shift.vehicle,
    });
    this.#addCurrent(shift.vehicle, arrivesMs, request, stops.length);
  }

  #addBooking(booking: PlanBooking): void {
    const { nowMs, planned, crews, areaSlug } = this.#input;
    const { closesMs } = windowSpan(booking);
    const row = planned.find(({ bookingId }) => bookingId === booking.id);
    const locked = lockedJob(this.#input, booking.id);
    const currentVehicle = row && this.#fittingVehicle(booking, row);
    const lockedVehicle = locked && this.#fittingVehicle(booking, locked);
    const hasSuitableCrew = crews.some(
      (each) =>
        each.shifts.length > 0 &&
        mayServe(each, booking) &&
        staticMisfits({ ...booking, areaSlug }, each).length === 0,
    );
    const reason: UnservedReason | false =
      (closesMs < nowMs && 'window_passed') ||
      (locked !== undefined && lockedVehicle === undefined && 'locked_crew_unfit') ||
      (!hasSuitableCrew && 'no_suitable_crew');
    if (reason) {
      this.#excluded.push({ bookingId: booking.id, reason });
      return;
    }
    const stops = this.#stopsOf(booking);
    const windows = stopWindows(booking, this.#input.day.startMs);
    this.#requests.push({
      id: booking.id,
      stops: stops.map((stop, index) => ({ ...stop, ...windows[index] })),
      exclusive: true,
      ...(lockedVehicle === undefined
        ? { skills: [booking.product, ...(isDeclined(booking) ? [acceptance(booking)] : [])] }
        : { lockedTo: lockedVehicle, priority: COMMITTED_PRIORITY }),
    });
    if (row && currentVehicle !== undefined)
      this.#addCurrent(currentVehicle, row.arrivesMs, booking.id, stops.length);
  }

  /** The vehicle of a job's crew at its time, if the crew still fits. */
  #fittingVehicle(booking: PlanBooking, { crewId, arrivesMs }: LockableJob): string | undefined {
    const crew = this.#input.crews.find(({ id }) => id === crewId);
    if (!crew || !mayServe(crew, booking) || staticMisfits(booking, crew).length > 0) return undefined;
    return this.#shiftAt(crewId, arrivesMs)?.vehicle;
  }

  #stopsOf(booking: PlanBooking): Stop[] {
    const { stops } = booking;
    const { legs, service } = quotedDurations(booking, this.#input.learned);
    return this.#chain(
      stops,
      legs,
      stops.map(() => service),
    );
  }

  #chain(
    waypoints: readonly Waypoint[],
    legs: readonly { readonly seconds: number; readonly miles: number }[],
    service: readonly number[],
  ): Stop[] {
    const places = waypoints.map((waypoint) => this.#addPlace(waypoint));
    const [first = 0, last = 0] = [places[0], places.at(-1)];
    this.#targets.push(first);
    this.#sources.push(last);
    for (const [index, leg] of legs.entries())
      this.#legs.push({ from: places[index] ?? 0, to: places[index + 1] ?? 0, ...leg });
    return places.map((place, index) => ({ place, service: service[index] ?? 0 }));
  }

  #addPlace({ longitude, latitude, uncertaintyMiles }: Waypoint): number {
    this.#places.push({ longitude, latitude, ...(uncertaintyMiles !== undefined && { uncertaintyMiles }) });
    return this.#places.length - 1;
  }

  #shiftAt(crewId: string, atMs: number): Shift | undefined {
    return this.#shifts.get(crewId)?.find(({ startsMs, endsMs }) => startsMs <= atMs && atMs < endsMs);
  }

  #addCurrent(vehicle: string, atMs: number, request: string, stopCount: number): void {
    const route = this.#current.get(vehicle) ?? [];
    route.push({ atMs, request, stopCount });
    this.#current.set(vehicle, route);
  }

  #currentRoutes(): CurrentRoute[] {
    return [...this.#current].map(([vehicle, jobs]) => ({
      vehicle,
      stops: jobs
        .sort((a, b) => a.atMs - b.atMs)
        .flatMap(({ request, stopCount }) =>
          Array.from({ length: stopCount }, (_, stop) => ({ request, stop })),
        ),
    }));
  }

  /** From the beginning of the day. */
  #seconds(ms: number): number {
    return secondsFrom(this.#input.day.startMs, ms);
  }
}

const isDeclined = ({ declinedBy = [] }: PlanBooking): boolean => declinedBy.length > 0;
/** Skill of all crews that have not declined this booking. */
const acceptance = ({ id }: PlanBooking): string => `accepts ${id}`;

export function mayServe({ id }: Pick<PlanCrew, 'id'>, { declinedBy = [] }: PlanBooking): boolean {
  return !declinedBy.includes(id);
}

function secondsFrom(startMs: number, ms: number): number {
  return Math.round((ms - startMs) / 1000);
}

/** Quoted driving time, divided among the legs by their estimates, and the longest quoted service time per stop. */
export function quotedDurations(
  {
    stops,
    travelMinutes,
    travelMiles,
    labor,
    product,
  }: Pick<PlanBooking, 'stops' | 'travelMinutes' | 'travelMiles' | 'labor' | 'product'>,
  learned: PlanInput['learned'],
): {
  readonly legs: readonly { readonly seconds: number; readonly miles: number }[];
  readonly service: number;
} {
  return {
    legs: sharesOfLegs(stops).map((share) => ({
      seconds: travelMinutes * 60 * share,
      miles: travelMiles * share,
    })),
    service: minutesPerStop(labor) * 60 * (learned?.service[product] ?? 1),
  };
}

function sharesOfLegs(stops: readonly Waypoint[]): number[] {
  if (stops.length === 2) return [1];
  const estimates = estimateTravel(stops).legs.map(({ minutes }) => minutes);
  const total = estimates.reduce((sum, minutes) => sum + minutes, 0);
  return estimates.map((minutes) => (total > 0 ? minutes / total : 1 / estimates.length));
}

/** Allowed begin of service at the first stop, for a window that is given there. */
export function firstStopWindow({ startMs, endMs }: ScheduledWindow, dayStartMs: number) {
  return { earliest: secondsFrom(dayStartMs, startMs), latest: secondsFrom(dayStartMs, endMs) };
}

/** Allowed begin of service per stop, in seconds of the day. */
export function stopWindows(
  booking: PlanBooking,
  dayStartMs: number,
): { readonly earliest?: number; readonly latest?: number }[] {
  const { opensMs, closesMs } = windowSpan(booking);
  const window = { earliest: secondsFrom(dayStartMs, opensMs), latest: secondsFrom(dayStartMs, closesMs) };
  const last = booking.stops.length - 1;
  if (booking.windowRef === 'origin' || last === 0)
    return booking.stops.map((_, index) => (index === 0 ? window : {}));
  const { earliestMs } = jobOf(dispatchInputOf(booking));
  // Not hours before a window at the destination opens: the crew would wait there.
  const first = { earliest: secondsFrom(dayStartMs, earliestMs) };
  return booking.stops.map((_, index) => (index === last ? window : index === 0 ? first : {}));
}

export function dispatchInputOf(booking: PlanBooking) {
  const { stops } = booking;
  const [origin, destination] = [stops[0], stops.at(-1)];
  if (!origin || !destination) throw new RangeError(`the booking ${booking.id} has no stops`);
  return { ...booking, origin, destination, stopCount: stops.length };
}

/** Where and when a crew can begin. A started job ends first; without a position, half an hour is assumed. */
function startOf(
  { position }: PlanCrew,
  { startsMs, isExtra }: Shift,
  started: readonly Commitment[],
  nowMs: number,
): { readonly place: Waypoint | null; readonly freeMs: number } {
  const beginMs = Math.max(startsMs, nowMs);
  const last = started.toSorted((a, b) => a.endsMs - b.endsMs).at(-1);
  if (last && last.endsMs + OVERRUN_MS > startsMs)
    return {
      place: last.to,
      freeMs: Math.max(last.endsMs > nowMs ? last.endsMs : nowMs + OVERRUN_MS, beginMs),
    };
  if (isExtra) return { place: null, freeMs: beginMs };
  // A position from before the day of the shift says nothing.
  const isCurrent = position !== null && startsMs <= nowMs + 12 * 60 * MINUTE_MS;
  return isCurrent
    ? { place: position, freeMs: beginMs }
    : { place: null, freeMs: beginMs + UNKNOWN_TRAVEL_MS };
}
