// Loads the current plan into routes: the frozen beginning of each route, requests with a frozen stop, then the rest of
// the route if it is still feasible. What is frozen must be possible: its windows, and the end of the shift, are moved to
// the times that the vehicle reaches at the earliest. The solution reports that lateness.
import type { CompiledProblem } from './compiled-problem.ts';
import type { Routes } from './routes.ts';

export function loadCurrentPlan(compiled: CompiledProblem, routes: Routes): void {
  const { problem, firstStop } = compiled;
  const requestIndex = new Map(problem.requests.map(({ id }, index) => [id, index]));
  const planned = new Map(problem.current?.map(({ vehicle, stops }) => [vehicle, stops]));
  for (const [vehicle, { id, frozenStops = 0 }] of problem.vehicles.entries()) {
    const stops = planned.get(id);
    if (!stops) continue;
    const nodes = stops.map(
      ({ request, stop }) => (firstStop[requestIndex.get(request) as number] as number) + stop,
    );
    pin(compiled, routes, vehicle, nodes, frozenStops);
    loadRest(compiled, routes, vehicle, nodes);
  }
  routes.commit();
}

function pin(
  compiled: CompiledProblem,
  routes: Routes,
  vehicle: number,
  nodes: readonly number[],
  frozenStops: number,
): void {
  if (frozenStops === 0) return;
  for (const node of nodes.slice(0, frozenStops)) routes.pinned[compiled.requestOf[node] as number] = 1;
  const kept = nodes.filter((node) => routes.pinned[compiled.requestOf[node] as number] === 1);
  routes.lastFrozen[vehicle] = nodes[frozenStops - 1] as number;
  routes.setFixedRoute(vehicle, placeBreaks(compiled, vehicle, kept));
}

function loadRest(
  compiled: CompiledProblem,
  routes: Routes,
  vehicle: number,
  nodes: readonly number[],
): void {
  const before = routes.nodesOf(vehicle);
  const isAllowed = nodes.every((node) => {
    const request = compiled.requestOf[node] as number;
    const fits = compiled.compatible[request * compiled.vehicleCount + vehicle] === 1;
    return fits || routes.pinned[request] === 1;
  });
  if (isAllowed && keepsExclusive(compiled, nodes)) {
    if (routes.setRoute(vehicle, placeBreaks(compiled, vehicle, nodes))) return;
    for (const node of nodes) routes.vehicleOf[node] = -1;
  }
  routes.setRoute(vehicle, before);
}

function keepsExclusive(compiled: CompiledProblem, nodes: readonly number[]): boolean {
  const { exclusive, requestOf, firstStop } = compiled;
  return (
    nodes.every((node, index) => {
      const request = requestOf[node] as number;
      if (exclusive[request] === 0) return true;
      return node === firstStop[request] || nodes[index - 1] === node - 1;
    }) &&
    nodes.every((node, index) => {
      // No exclusive request between the stops of another one.
      const request = requestOf[node] as number;
      if (exclusive[request] === 0 || node !== firstStop[request]) return true;
      const before = new Set(nodes.slice(0, index).map((each) => requestOf[each]));
      return !nodes.slice(index).some((each) => requestOf[each] !== request && before.has(requestOf[each]));
    })
  );
}

/** Takes each break as late as its window allows: before the stop after whose service it would begin too late. */
export function placeBreaks(compiled: CompiledProblem, vehicle: number, stops: readonly number[]): number[] {
  const { firstBreakOf, latest, earliest, service, travel, columns, place, clock, firstStart } = compiled;
  const result: number[] = [];
  let pause = firstBreakOf[vehicle] as number;
  const lastPause = firstBreakOf[vehicle + 1] as number;
  let time = earliest[firstStart + vehicle] as number;
  let at = place[firstStart + vehicle] as number;
  const serve = (node: number, from: number) => {
    const seconds = travel[at * columns + (place[node] as number)] as number;
    const arrival = clock === null ? from + seconds : clock.arrival(from, seconds);
    return Math.max(arrival, earliest[node] as number) + (service[node] as number);
  };
  for (const node of stops) {
    while (pause < lastPause && serve(node, time) > (latest[pause] as number)) {
      time = Math.max(time, earliest[pause] as number) + (service[pause] as number);
      result.push(pause);
      pause += 1;
    }
    time = serve(node, time);
    at = place[node] as number;
    result.push(node);
  }
  for (; pause < lastPause; pause += 1) result.push(pause);
  return result;
}
