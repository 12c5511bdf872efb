// Checks a solution against the definitions of the problem, without any code of the search: an error there must not hide
// itself. It drives every route hour by hour and compares the times of the solution with what is possible.
import type { Problem, Stop, TransportRequest, Vehicle } from './problem.ts';
import { plannedDurations, plannedLatest } from './robust-durations.ts';
import type { PlannedRoute, Solution } from './solution.ts';

export interface CheckResult {
  /** Broken rules in plain words; empty for a valid solution. */
  readonly faults: readonly string[];
  readonly cost: number;
  readonly miles: number;
  readonly lateSeconds: number;
}

const TOLERANCE = 1e-6;

interface Totals {
  faults: string[];
  cost: number;
  miles: number;
  lateSeconds: number;
}

export function check(problem: Problem, solution: Solution): CheckResult {
  const totals: Totals = { faults: [], cost: 0, miles: 0, lateSeconds: 0 };
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const seen = new Set<string>();
  for (const route of solution.routes) {
    const vehicle = vehicles.get(route.vehicle);
    if (!vehicle || seen.has(route.vehicle))
      totals.faults.push(`${route.vehicle}: unknown or repeated vehicle`);
    else checkRoute(problem, vehicle, route, totals);
    seen.add(route.vehicle);
  }
  checkCoverage(problem, solution, totals.faults);
  checkFrozen(problem, solution, totals.faults);
  for (const name of ['cost', 'miles', 'lateSeconds'] as const)
    if (Math.abs(totals[name] - solution[name]) > TOLERANCE * Math.max(1, totals[name]))
      totals.faults.push(`${name} is ${totals[name]}, not ${solution[name]}`);
  return totals;
}

/** Every request is served completely, in order, by one vehicle, or it is listed as unserved. */
function checkCoverage(problem: Problem, solution: Solution, faults: string[]): void {
  const unserved = new Set(solution.unserved);
  for (const { id, stops } of problem.requests) {
    const visits = solution.routes.flatMap(({ vehicle, stops: planned }) =>
      planned.filter(({ request }) => request === id).map(({ stop }) => ({ vehicle, stop })),
    );
    const isComplete =
      visits.length === stops.length &&
      visits.every(({ vehicle, stop }, index) => stop === index && vehicle === visits[0]?.vehicle);
    if (unserved.has(id) ? visits.length > 0 : !isComplete)
      faults.push(`${id}: its stops are not served once, in order, by one vehicle`);
  }
}

function checkFrozen({ vehicles, current = [] }: Problem, { routes }: Solution, faults: string[]): void {
  for (const { id, frozenStops = 0 } of vehicles) {
    const before = current.find(({ vehicle }) => vehicle === id)?.stops.slice(0, frozenStops) ?? [];
    const now = routes.find(({ vehicle }) => vehicle === id)?.stops ?? [];
    if (
      before.some(({ request, stop }, index) => now[index]?.request !== request || now[index]?.stop !== stop)
    )
      faults.push(`${id}: a frozen stop has moved`);
  }
}

function checkRoute(problem: Problem, vehicle: Vehicle, route: PlannedRoute, totals: Totals): void {
  const requests = new Map(problem.requests.map((request) => [request.id, request]));
  const fault = (text: string) => totals.faults.push(`${vehicle.id}: ${text}`);
  const { factor } = plannedDurations(problem.robustness);
  let time = vehicle.shift.start;
  let place = vehicle.start;
  const pauses = [...(vehicle.breaks ?? [])].sort((a, b) => a.earliest - b.earliest);
  if (pauses.length !== route.breaks.length) fault(`has ${route.breaks.length} of ${pauses.length} breaks`);
  const frozen = frozenRequests(problem, vehicle);
  const takeBreaks = (served: number) => {
    for (const [index, { afterStops, start, end }] of route.breaks.entries()) {
      const pause = pauses[index];
      if (afterStops !== served || !pause) continue;
      const isLate = start > pause.latest + TOLERANCE && frozen.size === 0;
      if (start < Math.max(time, pause.earliest) - TOLERANCE || isLate)
        fault(`break ${index} begins at ${start}`);
      if (end < start + pause.seconds - TOLERANCE) fault(`break ${index} is too short`);
      time = end;
    }
  };
  for (const [index, visit] of route.stops.entries()) {
    takeBreaks(index);
    const request = requests.get(visit.request);
    const stop = request?.stops[visit.stop];
    if (!request || !stop) {
      fault(`unknown stop ${visit.request} ${visit.stop}`);
      continue;
    }
    const name = `stop ${visit.stop} of ${visit.request}`;
    const arrival = arrivalAt(problem, time, place, stop.place);
    if (visit.arrival < arrival - TOLERANCE) fault(`${name} is reached at ${arrival}, not ${visit.arrival}`);
    if (visit.start < Math.max(visit.arrival, stop.earliest ?? -Infinity) - TOLERANCE)
      fault(`${name} begins too early, at ${visit.start}`);
    totals.lateSeconds += Math.max(0, visit.start - (stop.latest ?? Infinity));
    const missed = visit.start - plannedLatest(stop, problem.robustness);
    if (missed > TOLERANCE && !frozen.has(visit.request)) fault(`${name} begins ${missed} s too late`);
    if (visit.departure < visit.start + (stop.service ?? 0) * factor - TOLERANCE)
      fault(`${name} is too short`);
    if (visit.stop === 0) checkVehicle(problem, vehicle, request, frozen, totals);
    addJourney(problem, vehicle, place, stop.place, totals);
    [time, place] = [visit.departure, stop.place];
  }
  takeBreaks(route.stops.length);
  const end = arrivalAt(problem, time, place, vehicle.end);
  addJourney(problem, vehicle, place, vehicle.end, totals);
  if (route.endsAt < end - TOLERANCE) fault(`ends at ${end}, not ${route.endsAt}`);
  const overtime = Math.max(0, route.endsAt - vehicle.shift.end);
  if (overtime > TOLERANCE && frozen.size === 0) fault(`ends ${overtime} s after the shift`);
  totals.lateSeconds += overtime;
  if (route.stops.length > 0) totals.cost += vehicle.fixedCost ?? 0;
  checkLoads(vehicle, route, requests, fault);
  checkExclusive(route, requests, fault);
}

/** Requests with a frozen stop on this vehicle: it may be too late for their windows, and for the end of its shift. */
function frozenRequests({ current = [] }: Problem, { id, frozenStops = 0 }: Vehicle): Set<string> {
  const stops = current.find(({ vehicle }) => vehicle === id)?.stops ?? [];
  return new Set(stops.slice(0, frozenStops).map(({ request }) => request));
}

function checkVehicle(
  { current = [], objective }: Problem,
  vehicle: Vehicle,
  request: TransportRequest,
  frozen: ReadonlySet<string>,
  totals: Totals,
): void {
  const before = current.find(({ stops }) => stops.some((stop) => stop.request === request.id));
  if (before && before.vehicle !== vehicle.id) totals.cost += objective?.changeCost ?? 0;
  if (frozen.has(request.id)) return;
  if (request.lockedTo !== undefined && request.lockedTo !== vehicle.id)
    totals.faults.push(`${request.id} is locked to ${request.lockedTo}, not ${vehicle.id}`);
  for (const skill of request.skills ?? [])
    if (!vehicle.skills?.includes(skill)) totals.faults.push(`${vehicle.id} lacks the skill ${skill}`);
}

/** Arrival, driven hour by hour at the speed of each. */
function arrivalAt(problem: Problem, departure: number, from?: number, to?: number): number {
  if (from === undefined || to === undefined) return departure;
  const { matrix, robustness } = problem;
  const { factor, bufferSeconds } = plannedDurations(robustness);
  const seconds = Number(matrix.seconds[from * matrix.size + to]);
  let left = from === to ? seconds : seconds * factor + bufferSeconds;
  const factors = matrix.hourlyFactors;
  if (!factors) return departure + left;
  let time = departure;
  while (left > 0) {
    const hour = Math.max(0, Math.floor(time / 3600));
    const slowness = Number(factors[Math.min(hour, factors.length - 1)]);
    const untilNext = hour >= factors.length - 1 ? Infinity : (hour + 1) * 3600 - time;
    const driven = Math.min(left, untilNext / slowness);
    left -= driven;
    time = driven * slowness === untilNext || left > 0 ? time + untilNext : time + driven * slowness;
  }
  return time;
}

function addJourney(
  { matrix }: Problem,
  vehicle: Vehicle,
  from?: number,
  to?: number,
  totals?: Totals,
): void {
  if (from === undefined || to === undefined || !totals) return;
  const cell = from * matrix.size + to;
  const [seconds, miles] = [Number(matrix.seconds[cell]), Number(matrix.miles[cell])];
  totals.miles += miles;
  totals.cost += miles * (vehicle.costPerMile ?? 1) + (seconds / 3600) * (vehicle.costPerHour ?? 0);
}

type Requests = ReadonlyMap<string, TransportRequest>;

function checkLoads(
  vehicle: Vehicle,
  route: PlannedRoute,
  requests: Requests,
  fault: (text: string) => void,
): void {
  for (const [dimension, capacity] of vehicle.capacity.entries()) {
    let onBoard = vehicle.load?.[dimension] ?? 0;
    for (const { request, stop } of route.stops) {
      const { load }: Partial<Stop> = requests.get(request)?.stops[stop] ?? {};
      onBoard += load?.[dimension] ?? 0;
      if (onBoard > capacity + TOLERANCE)
        fault(`${onBoard} of ${capacity} on board after ${request} ${stop}`);
    }
  }
}

/** Between the first and the last stop of an exclusive request there is no stop of another one. */
function checkExclusive({ stops }: PlannedRoute, requests: Requests, fault: (text: string) => void): void {
  for (const [id, { exclusive }] of requests) {
    if (!exclusive) continue;
    const first = stops.findIndex(({ request }) => request === id);
    const last = stops.findLastIndex(({ request }) => request === id);
    if (first < 0) continue;
    if (stops.slice(first, last).some(({ request }) => request !== id)) fault(`${id} shares the vehicle`);
    const before = new Set(stops.slice(0, first).map(({ request }) => request));
    if (stops.slice(last + 1).some(({ request }) => before.has(request))) fault(`${id} shares the vehicle`);
  }
}
