// A solution in the terms of the problem: routes with times, unserved requests, and totals.
import { type CompiledProblem, compileProblem } from './compiled-problem.ts';
import { placeBreaks } from './load-current-plan.ts';
import type { Problem } from './problem.ts';
import { Routes } from './routes.ts';

export interface Solution {
  /** Used vehicles only. */
  readonly routes: readonly PlannedRoute[];
  /** Ids of requests. */
  readonly unserved: readonly string[];
  /** Travel, fixed and change costs. */
  readonly cost: number;
  readonly miles: number;
  /** Beyond windows of frozen stops and shifts, which the search cannot change. All other windows are kept. */
  readonly lateSeconds: number;
  readonly iterations: number;
}

export interface PlannedRoute {
  readonly vehicle: string;
  readonly stops: readonly PlannedStop[];
  readonly breaks: readonly PlannedBreak[];
  /** Arrival at the end place; without one, departure from the last stop. */
  readonly endsAt: number;
  readonly cost: number;
  readonly miles: number;
}

export interface PlannedStop {
  readonly request: string;
  readonly stop: number;
  readonly arrival: number;
  /** Begin of service: the arrival, or later if the window opens later. */
  readonly start: number;
  readonly departure: number;
}

export interface PlannedBreak {
  /** Number of stops before the break. */
  readonly afterStops: number;
  readonly start: number;
  readonly end: number;
}

/** A schedule and the questions about its windows share what was prepared. */
const compiledProblems = new WeakMap<Problem, CompiledProblem>();

function compiledOf(problem: Problem): CompiledProblem {
  const compiled = compiledProblems.get(problem) ?? compileProblem(problem);
  compiledProblems.set(problem, compiled);
  return compiled;
}

/** Solution with these nodes per vehicle. The schedule is calculated again, so that the search can go on meanwhile. */
export function presentSolution(
  compiled: CompiledProblem,
  nodes: readonly (readonly number[])[],
  iterations: number,
): Solution {
  const { problem } = compiled;
  const routes = new Routes(compiled);
  for (const [vehicle, each] of nodes.entries()) routes.setRoute(vehicle, each);
  const planned = problem.vehicles
    .map((_, vehicle) => vehicle)
    .filter((vehicle) => routes.size[vehicle] !== 0)
    .map((vehicle) => presentRoute(compiled, routes, vehicle));
  const late = lateness(problem, planned);
  return {
    routes: planned,
    unserved: problem.requests.filter((_, request) => !routes.isServed(request)).map(({ id }) => id),
    cost: planned.reduce((sum, { cost }) => sum + cost, 0),
    miles: planned.reduce((sum, { miles }) => sum + miles, 0),
    lateSeconds: late,
    iterations,
  };
}

/**
 * The current routes of the problem with their times, and all other requests as unserved. Windows that a route misses stay
 * missed: `check` reports them.
 */
export function scheduleCurrent(problem: Problem): Solution {
  const compiled = compiledOf(problem);
  const requestIndex = new Map(problem.requests.map(({ id }, index) => [id, index]));
  const nodes = problem.vehicles.map(({ id }, vehicle) => {
    const stops = problem.current?.find((route) => route.vehicle === id)?.stops ?? [];
    const known = stops.map(
      ({ request, stop }) => (compiled.firstStop[requestIndex.get(request) as number] as number) + stop,
    );
    return placeBreaks(compiled, vehicle, known);
  });
  return presentSolution(compiled, nodes, 0);
}

function presentRoute(compiled: CompiledProblem, routes: Routes, vehicle: number): PlannedRoute {
  const { problem, requestOf, firstStop, travel, clock, columns, firstStart, firstEnd, firstBreak } =
    compiled;
  const { startAt, departAt, place } = routes;
  const stops: PlannedStop[] = [];
  const breaks: PlannedBreak[] = [];
  let miles = 0;
  let before = firstStart + vehicle;
  for (const node of [...routes.nodesOf(vehicle), firstEnd + vehicle]) {
    const [from, to] = [place[before] as number, place[node] as number];
    if (node < firstBreak && from < problem.matrix.size && to < problem.matrix.size)
      miles += problem.matrix.miles[from * problem.matrix.size + to] as number;
    const [start, departure] = [startAt[node] as number, departAt[node] as number];
    const request = requestOf[node] as number;
    if (request >= 0) {
      const seconds = travel[from * columns + to] as number;
      const left = departAt[before] as number;
      const arrival = clock === null ? left + seconds : clock.arrival(left, seconds);
      const id = problem.requests[request]?.id as string;
      stops.push({ request: id, stop: node - (firstStop[request] as number), arrival, start, departure });
    } else if (node >= firstBreak) breaks.push({ afterStops: stops.length, start, end: departure });
    before = node;
  }
  const endsAt = startAt[firstEnd + vehicle] as number;
  const id = problem.vehicles[vehicle]?.id as string;
  return { vehicle: id, stops, breaks, endsAt, cost: routes.cost[vehicle] as number, miles };
}

function lateness(problem: Problem, routes: readonly PlannedRoute[]): number {
  const shiftEnd = new Map(problem.vehicles.map(({ id, shift }) => [id, shift.end]));
  const stopsOf = new Map(problem.requests.map(({ id, stops }) => [id, stops]));
  let seconds = 0;
  for (const { vehicle, stops, endsAt } of routes) {
    seconds += Math.max(0, endsAt - (shiftEnd.get(vehicle) ?? Infinity));
    for (const { request, stop, start } of stops)
      seconds += Math.max(0, start - (stopsOf.get(request)?.[stop]?.latest ?? Infinity));
  }
  return seconds;
}

/** Routes of a solution, with the nodes of its stops and breaks in order. */
export function loadSolution(
  problem: Problem,
  solution: Solution,
): { compiled: CompiledProblem; routes: Routes } {
  const compiled = compiledOf(problem);
  const routes = new Routes(compiled);
  const requestIndex = new Map(problem.requests.map(({ id }, index) => [id, index]));
  const vehicleIndex = new Map(problem.vehicles.map(({ id }, index) => [id, index]));
  for (const { vehicle: id, stops, breaks } of solution.routes) {
    const vehicle = vehicleIndex.get(id);
    if (vehicle === undefined) throw new Error(`The solution has an unknown vehicle ${id}`);
    const nodes: number[] = [];
    let pause = compiled.firstBreakOf[vehicle] as number;
    for (let index = 0; index <= stops.length; index += 1) {
      for (const each of breaks)
        if (each.afterStops === index) {
          nodes.push(pause);
          pause += 1;
        }
      const stop = stops[index];
      if (stop) nodes.push((compiled.firstStop[requestIndex.get(stop.request) ?? -1] as number) + stop.stop);
    }
    routes.setFixedRoute(vehicle, nodes);
    const frozen = problem.vehicles[vehicle]?.frozenStops ?? 0;
    const last = stops[frozen - 1];
    if (last)
      routes.lastFrozen[vehicle] =
        (compiled.firstStop[requestIndex.get(last.request) ?? -1] as number) + last.stop;
  }
  routes.commit();
  return { compiled, routes };
}
