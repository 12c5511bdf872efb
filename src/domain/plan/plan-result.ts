// What a search found, in the terms of dispatch: planned jobs with times per stop, numbers per crew, and the comparison with
// what is assigned or intended now.
import type { Problem } from '../../../packages/planner/src/problem.ts';
import type { PlannedRoute, PlannedStop, Solution } from '../../../packages/planner/src/solution.ts';
import { UNKNOWN_TRAVEL_MS } from '../dispatch/crew-fit.ts';
import { hundredths } from '../place/travel.ts';
import { fingerprint, type PlanBooking, type PlanInput, type PlannedJob } from './plan-input.ts';
import { bookingOfRequest, crewOfVehicle, type PlanModel, type UnservedReason } from './plan-model.ts';

/** `planned`: waits for its crew. `offered`, `dispatched`: with its crew already. `started`: under way. */
export type PlannedJobStatus = 'planned' | 'offered' | 'dispatched' | 'started';

export interface ResultJob extends PlannedJob {
  readonly hid: string;
  readonly status: PlannedJobStatus;
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
  /** Expected number of late bookings, by simulation of days with other durations than planned. */
  readonly lateJobs: number;
}

export interface UnservedBooking {
  readonly bookingId: string;
  readonly hid: string;
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
      return each.isStarted && booking ? [startedJob(booking, crew.id, each)] : [];
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
  ].map(({ bookingId, reason }) => ({ bookingId, hid: bookings.get(bookingId)?.hid ?? '', reason }));
  const total = input.bookings.length;
  const before = currentSolution(problem);
  return {
    crews,
    unserved,
    before: { ...numbersOf(before.routes, total, started.length, problem), lateJobs: late.before },
    after: {
      ...numbersOf(solution.routes.map(requestsOf), total, started.length, problem),
      lateJobs: late.after,
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
): Omit<PlanNumbers, 'lateJobs'> {
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
    const ms = (seconds: number) => input.day.startMs + Math.round(seconds) * 1000;
    const arrivesMs = ms(first.start);
    const commitment = crew?.commitments.find(({ bookingId }) => bookingId === booking.id);
    // The crew leaves as late as it can. The planned journey is that of the search: with correction and buffer.
    const before = route.stops[route.stops.indexOf(first) - 1];
    const departs = before?.departure ?? vehicle?.shift.start ?? first.arrival;
    const journeyMs = Math.round(first.arrival - departs) * 1000;
    const row = input.planned.find(({ bookingId }) => bookingId === booking.id);
    return [
      {
        bookingId: booking.id,
        hid: booking.hid,
        crewId,
        status: commitment ? (commitment.kind === 'engaged' ? 'dispatched' : 'offered') : 'planned',
        fingerprint: fingerprint(booking),
        startsMs:
          commitment?.startsMs ??
          (from === undefined ? arrivesMs - UNKNOWN_TRAVEL_MS : Math.max(arrivesMs - journeyMs, ms(departs))),
        arrivesMs: commitment?.arrivesMs ?? arrivesMs,
        endsMs: commitment?.endsMs ?? ms(visits.at(-1)?.departure ?? 0),
        stops: visits.map(({ stop, arrival, start, departure }) => ({
          stopId: booking.stops[stop]?.id ?? '',
          arrivesMs: ms(arrival),
          startsMs: ms(start),
          departsMs: ms(departure),
        })),
        driveSeconds: cell < 0 ? 0 : Math.round(Number(matrix.seconds[cell])),
        miles: cell < 0 ? 0 : hundredths(Number(matrix.miles[cell])),
        isLocked:
          (row?.isLocked ?? false) ||
          input.locks.bookings.includes(booking.id) ||
          (row !== undefined && input.locks.crews.includes(row.crewId)),
      },
    ];
  });
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

function startedJob(
  booking: PlanBooking,
  crewId: string,
  { startsMs, arrivesMs, endsMs }: PlanInput['crews'][number]['commitments'][number],
): ResultJob {
  return {
    bookingId: booking.id,
    hid: booking.hid,
    crewId,
    status: 'started',
    fingerprint: fingerprint(booking),
    startsMs,
    arrivesMs,
    endsMs,
    stops: [],
    driveSeconds: 0,
    miles: 0,
    isLocked: true,
  };
}

function crewOf(
  { id, name, shifts }: PlanInput['crews'][number],
  jobs: readonly ResultJob[],
  { day }: PlanInput,
): ResultCrew {
  const own = jobs.filter(({ crewId }) => crewId === id).sort((a, b) => a.startsMs - b.startsMs);
  const seconds = (spans: readonly { readonly startsMs: number; readonly endsMs: number }[]) =>
    Math.round(
      spans.reduce(
        (sum, { startsMs, endsMs }) =>
          sum + Math.max(0, Math.min(endsMs, day.endMs) - Math.max(startsMs, day.startMs)),
        0,
      ) / 1000,
    );
  return {
    crewId: id,
    name,
    jobs: own,
    miles: hundredths(own.reduce((sum, { miles }) => sum + miles, 0)),
    driveSeconds: own.reduce((sum, { driveSeconds }) => sum + driveSeconds, 0),
    busySeconds: seconds(own),
    shiftSeconds: seconds(shifts),
  };
}
