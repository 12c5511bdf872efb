// What a search found, in the terms of dispatch: planned jobs with times per stop, numbers per crew, and the comparison with
// what is assigned or intended now.
import type { Problem } from '../../../packages/planner/src/problem.ts';
import type { PlannedRoute, PlannedStop, Solution } from '../../../packages/planner/src/solution.ts';
import { UNKNOWN_TRAVEL_MS } from '../dispatch/crew-fit.ts';
import { hundredths } from '../place/travel.ts';
import { fingerprint, lockedJob, type PlanBooking, type PlanInput, type PlannedJob } from './plan-input.ts';
import { bookingOfRequest, crewOfVehicle, type PlanModel, type UnservedReason } from './plan-model.ts';

/** `planned`: waits for its crew. `offered`, `dispatched`: with its crew already. `started`: under way. */
export type PlannedJobStatus = 'planned' | 'offered' | 'dispatched' | 'started';

/** What was intended for a booking when the search began. */
export type PreviousJob = Pick<PlannedJob, 'crewId' | 'startsMs' | 'arrivesMs' | 'endsMs'>;

export interface ResultJob extends PlannedJob {
  readonly hid: string;
  readonly status: PlannedJobStatus;
  /** null: nothing, or its crew has it already. Undefined in results of earlier versions. */
  readonly previous?: PreviousJob | null;
  readonly fingerprint: string;
}

export interface ResultCrew {
  readonly crewId: string;
  readonly name: string;
  readonly jobs: readonly ResultJob[];
  /** Between jobs. */
  readonly miles: number;
  readonly driveSeconds: number;
  readonly busySeconds: number;
  readonly shiftSeconds: number;
}

export interface PlanNumbers {
  /** Bookings with a crew. */
  readonly served: number;
  readonly unserved: number;
  readonly crews: number;
  /** To and between jobs. */
  readonly miles: number;
  readonly driveSeconds: number;
  /** Expected number of late bookings, by simulation of days with other durations than planned. null: not simulated. */
  readonly lateJobs: number | null;
  /** Share of all shifts in which crews have jobs, 0 to 1. Undefined in results of earlier versions. */
  readonly utilisation?: number;
}

export interface UnservedBooking {
  readonly bookingId: string;
  readonly hid: string;
  /** As of a job. */
  readonly previous?: PreviousJob | null;
  readonly reason: UnservedReason;
}

export interface PlanResult {
  readonly crews: readonly ResultCrew[];
  readonly unserved: readonly UnservedBooking[];
  readonly before: PlanNumbers;
  readonly after: PlanNumbers;
  readonly iterations: number;
}

interface Found {
  readonly input: PlanInput;
  readonly model: PlanModel;
  readonly problem: Problem;
  readonly solution: Solution;
  /** Why a request is not served. */
  readonly reasons: ReadonlyMap<string, UnservedReason>;
  /** Expected number of late bookings. */
  readonly late: { readonly before: number; readonly after: number };
}

export function presentResult({ input, model, problem, solution, reasons, late }: Found): PlanResult {
  const bookings = new Map(input.bookings.map((booking) => [booking.id, booking]));
  const jobs = solution.routes.flatMap((route) => jobsOf(route, input, problem, bookings));
  const started = input.crews.flatMap((crew) =>
    crew.commitments.flatMap((each) => {
      const booking = bookings.get(each.bookingId);
      return each.isStarted && booking ? [committedJob(booking, crew.id, each)] : [];
    }),
  );
  const crews = input.crews
    .map((crew) => crewOf(crew, [...started, ...jobs], input))
    .filter(({ jobs: own, shiftSeconds }) => own.length > 0 || shiftSeconds > 0);
  const unserved = [
    ...model.excluded,
    ...solution.unserved.flatMap((request) => {
      const bookingId = bookingOfRequest(request);
      return bookingId === null
        ? []
        : [{ bookingId, reason: reasons.get(request) ?? ('crews_full' as const) }];
    }),
  ].map(({ bookingId, reason }) => ({
    bookingId,
    hid: bookings.get(bookingId)?.hid ?? '',
    reason,
    previous: previousOf(input, bookingId),
  }));
  const total = input.bookings.length;
  const before = currentSolution(problem);
  return {
    crews,
    unserved,
    before: {
      ...numbersOf(before.routes, total, started.length, problem),
      lateJobs: late.before,
      utilisation: utilisationOf(currentSlots(input, started), input),
    },
    after: {
      ...numbersOf(solution.routes.map(requestsOf), total, started.length, problem),
      lateJobs: late.after,
      utilisation: utilisationOf([...started, ...jobs], input),
    },
    iterations: solution.iterations,
  };
}

interface OrderedRequests {
  readonly vehicle: string;
  readonly requests: readonly string[];
}

function requestsOf({ vehicle, stops }: PlannedRoute): OrderedRequests {
  return { vehicle, requests: [...new Set(stops.map(({ request }) => request))] };
}

/** The routes that are assigned or intended now. */
function currentSolution({ current = [] }: Problem): { readonly routes: OrderedRequests[] } {
  return {
    routes: current.map(({ vehicle, stops }) => ({
      vehicle,
      requests: [...new Set(stops.map(({ request }) => request))],
    })),
  };
}

function numbersOf(
  routes: readonly OrderedRequests[],
  total: number,
  started: number,
  problem: Problem,
): Omit<PlanNumbers, 'lateJobs' | 'utilisation'> {
  const { matrix } = problem;
  const requests = new Map(problem.requests.map((request) => [request.id, request]));
  const starts = new Map(problem.vehicles.map(({ id, start }) => [id, start]));
  let [miles, seconds, served] = [0, 0, started];
  for (const { vehicle, requests: order } of routes) {
    let place = starts.get(vehicle);
    for (const id of order) {
      const stops = requests.get(id)?.stops ?? [];
      const first = stops[0]?.place;
      if (place !== undefined && first !== undefined) {
        miles += Number(matrix.miles[place * matrix.size + first]);
        seconds += Number(matrix.seconds[place * matrix.size + first]);
      }
      place = stops.at(-1)?.place;
      if (bookingOfRequest(id) !== null) served += 1;
    }
  }
  return {
    served,
    unserved: total - served,
    crews: new Set(routes.map(({ vehicle }) => crewOfVehicle(vehicle))).size,
    miles: hundredths(miles),
    driveSeconds: Math.round(seconds),
  };
}

function jobsOf(
  route: PlannedRoute,
  input: PlanInput,
  problem: Problem,
  bookings: ReadonlyMap<string, PlanBooking>,
): ResultJob[] {
  const { matrix } = problem;
  const requests = new Map(problem.requests.map((request) => [request.id, request]));
  const crewId = crewOfVehicle(route.vehicle);
  const crew = input.crews.find(({ id }) => id === crewId);
  const vehicle = problem.vehicles.find(({ id }) => id === route.vehicle);
  let place = vehicle?.start;
  return chainsOf(route.stops).flatMap((visits): ResultJob[] => {
    const [first] = visits;
    if (!first) return [];
    const stops = requests.get(first.request)?.stops ?? [];
    const target = stops[0]?.place ?? 0;
    const cell = place === undefined ? -1 : place * matrix.size + target;
    const from = place;
    place = stops.at(-1)?.place;
    const booking = bookings.get(first.request);
    if (!booking) return [];
    const commitment = crew?.commitments.find(({ bookingId }) => bookingId === booking.id);
    const before = route.stops[route.stops.indexOf(first) - 1];
    const leavesAt = before?.departure ?? vehicle?.shift.start ?? first.arrival;
    const times = timesOf(booking, visits, { leavesAt, hasOrigin: from !== undefined }, input.day.startMs);
    return [
      {
        bookingId: booking.id,
        hid: booking.hid,
        crewId,
        status: commitment ? (commitment.kind === 'engaged' ? 'dispatched' : 'offered') : 'planned',
        fingerprint: fingerprint(booking),
        startsMs: commitment?.startsMs ?? times.startsMs,
        arrivesMs: commitment?.arrivesMs ?? times.arrivesMs,
        endsMs: commitment?.endsMs ?? times.endsMs,
        stops: times.stops,
        driveSeconds: cell < 0 ? 0 : Math.round(Number(matrix.seconds[cell])),
        miles: cell < 0 ? 0 : hundredths(Number(matrix.miles[cell])),
        isLocked: lockedJob(input, booking.id) !== undefined,
        previous: commitment ? null : previousOf(input, booking.id),
      },
    ];
  });
}

/** `visits`: all stops of the booking, in order. `hasOrigin`: where the crew comes from is known. */
export function timesOf(
  { stops }: Pick<PlanBooking, 'stops'>,
  visits: readonly Omit<PlannedStop, 'request' | 'stop'>[],
  { leavesAt, hasOrigin }: { readonly leavesAt: number; readonly hasOrigin: boolean },
  dayStartMs: number,
): Pick<PlannedJob, 'startsMs' | 'arrivesMs' | 'endsMs' | 'stops'> {
  const ms = (seconds: number) => dayStartMs + Math.round(seconds) * 1000;
  const first = visits[0];
  const arrivesMs = ms(first?.start ?? 0);
  // The crew leaves as late as it can. The planned journey is that of the search: with correction and buffer.
  const journeyMs = Math.round((first?.arrival ?? 0) - leavesAt) * 1000;
  return {
    startsMs: hasOrigin ? Math.max(arrivesMs - journeyMs, ms(leavesAt)) : arrivesMs - UNKNOWN_TRAVEL_MS,
    arrivesMs,
    endsMs: ms(visits.at(-1)?.departure ?? 0),
    stops: visits.map(({ arrival, start, departure }, stop) => ({
      stopId: stops[stop]?.id ?? '',
      arrivesMs: ms(arrival),
      startsMs: ms(start),
      departsMs: ms(departure),
    })),
  };
}

export function plannedJobOf(job: ResultJob): PlannedJob {
  const { hid: _hid, status: _status, fingerprint: _fingerprint, previous: _previous, ...planned } = job;
  return planned;
}

/** Exclusive requests: the stops of each follow each other. */
function chainsOf(stops: readonly PlannedStop[]): PlannedStop[][] {
  const chains: PlannedStop[][] = [];
  for (const visit of stops) {
    if (chains.at(-1)?.[0]?.request === visit.request) chains.at(-1)?.push(visit);
    else chains.push([visit]);
  }
  return chains;
}

export function committedJob(
  booking: PlanBooking,
  crewId: string,
  { startsMs, arrivesMs, endsMs, kind, isStarted }: PlanInput['crews'][number]['commitments'][number],
): ResultJob {
  return {
    bookingId: booking.id,
    hid: booking.hid,
    crewId,
    status: isStarted ? 'started' : kind === 'engaged' ? 'dispatched' : 'offered',
    fingerprint: fingerprint(booking),
    startsMs,
    arrivesMs,
    endsMs,
    stops: [],
    driveSeconds: 0,
    miles: 0,
    isLocked: true,
    previous: null,
  };
}

export function previousOf({ planned }: PlanInput, bookingId: string): PreviousJob | null {
  const row = planned.find((job) => job.bookingId === bookingId);
  if (!row) return null;
  const { crewId, startsMs, arrivesMs, endsMs } = row;
  return { crewId, startsMs, arrivesMs, endsMs };
}

interface Slot {
  readonly startsMs: number;
  readonly endsMs: number;
}

/** When crews are busy with bookings of this plan as assigned or intended now. */
function currentSlots({ crews, bookings, planned }: PlanInput, started: readonly Slot[]): Slot[] {
  const open = new Set(bookings.filter(({ isStarted }) => !isStarted).map(({ id }) => id));
  const committed = crews
    .flatMap(({ commitments }) => commitments)
    .filter(({ bookingId, isStarted }) => !isStarted && open.has(bookingId));
  const taken = new Set(committed.map(({ bookingId }) => bookingId));
  const intended = planned.filter(({ bookingId }) => open.has(bookingId) && !taken.has(bookingId));
  return [...started, ...committed, ...intended];
}

/** Three decimals. */
export function utilisationOf(slots: readonly Slot[], { crews, day }: PlanInput): number {
  const shifts = secondsWithin(
    crews.flatMap((crew) => crew.shifts),
    day,
  );
  return shifts === 0 ? 0 : Math.min(1, Math.round((secondsWithin(slots, day) / shifts) * 1_000) / 1_000);
}

function secondsWithin(slots: readonly Slot[], { startMs, endMs }: PlanInput['day']): number {
  const overlapMs = (slot: Slot) =>
    Math.max(0, Math.min(slot.endsMs, endMs) - Math.max(slot.startsMs, startMs));
  return Math.round(slots.reduce((sum, slot) => sum + overlapMs(slot), 0) / 1000);
}

export function crewOf(
  { id, name, shifts }: PlanInput['crews'][number],
  jobs: readonly ResultJob[],
  { day }: PlanInput,
): ResultCrew {
  const own = jobs.filter(({ crewId }) => crewId === id).sort((a, b) => a.startsMs - b.startsMs);
  return {
    crewId: id,
    name,
    jobs: own,
    miles: hundredths(own.reduce((sum, { miles }) => sum + miles, 0)),
    driveSeconds: own.reduce((sum, { driveSeconds }) => sum + driveSeconds, 0),
    busySeconds: secondsWithin(own, day),
    shiftSeconds: secondsWithin(shifts, day),
  };
}
