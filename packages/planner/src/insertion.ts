// Cheapest feasible insertion of a request into a route. Each position of the first stop is followed by a walk along the
// route, which carries the delayed departure; the rest of the route is checked in constant time with `latestAt`. Walks
// end early when a delay can no longer be absorbed, or when the cost exceeds the best one (triangle inequality).
import type { CompiledProblem } from './compiled-problem.ts';
import { PairInsertion } from './pair-insertion.ts';
import { RouteFeasibility } from './route-feasibility.ts';
import type { Routes } from './routes.ts';

/** Limit of the depth-first search: the number of combinations grows exponentially with the stops of a request. */
const MAX_PLACEMENTS = 1000;

export class InsertionSearch {
  /** Result of the last call of `find`: extra cost, and the node after which each stop goes. */
  cost = Infinity;
  readonly after: Int32Array;
  /** true: the stops of a request stay together, which takes far less time for requests of three or more stops. */
  isQuick = false;

  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  readonly #feasibility: RouteFeasibility;
  readonly #pair: PairInsertion;
  /** Positions of the stops on the current path of the depth-first search. */
  readonly #path: Int32Array;
  #travelCosts: Float64Array = new Float64Array();
  #request = 0;
  #vehicle = 0;
  #placements = 0;

  constructor(compiled: CompiledProblem, routes: Routes) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.#feasibility = new RouteFeasibility(compiled, routes);
    this.#pair = new PairInsertion(compiled, routes, this.#feasibility);
    this.after = new Int32Array(compiled.maxStops);
    this.#path = new Int32Array(compiled.maxStops);
  }

  /** Searches below the cost `limit`; true if there is an insertion. */
  find(request: number, vehicle: number, limit = Infinity): boolean {
    const { compatible, vehicleCount, firstStop, exclusive, currentVehicle, changeCost, fixedCost } =
      this.#compiled;
    const { size, onwardCost } = this.#routes;
    this.cost = Infinity;
    if (compatible[request * vehicleCount + vehicle] === 0) return false;
    let extra = 0;
    // An unused vehicle does not even drive from its start to its end.
    if (size[vehicle] === 0)
      extra += (fixedCost[vehicle] as number) + (onwardCost[this.#compiled.firstStart + vehicle] as number);
    if (changeCost > 0 && currentVehicle[request] !== -1 && currentVehicle[request] !== vehicle)
      extra += changeCost;
    this.cost = limit - extra;
    this.#request = request;
    this.#vehicle = vehicle;
    this.#travelCosts = this.#compiled.costs[vehicle] as Float64Array;
    const stops = (firstStop[request + 1] as number) - (firstStop[request] as number);
    if (exclusive[request] === 1) this.#findContiguous(request, vehicle);
    else if (stops === 2) this.#findPair(request, vehicle, limit - extra);
    else this.#findChain(request, vehicle);
    const isFound = this.cost < limit - extra;
    this.cost = isFound ? this.cost + extra : Infinity;
    return isFound;
  }

  /** All stops at one position: the only way for exclusive requests, where no request is open. */
  #findContiguous(request: number, vehicle: number): void {
    const { next, departAt, place, onward, onwardCost, openAfter, exclusiveAfter, lastFrozen } = this.#routes;
    const { travel, clock, columns, earliest, latest, service, firstStop, firstEnd } = this.#compiled;
    const blocked = this.#compiled.exclusive[request] === 1 ? openAfter : exclusiveAfter;
    const costs = this.#travelCosts;
    const costsTo = this.#compiled.costsTo[vehicle] as Float64Array;
    const first = firstStop[request] as number;
    const end = firstStop[request + 1] as number;
    const firstRow = (place[first] as number) * columns;
    const lastPlace = place[end - 1] as number;
    let between = 0;
    for (let node = first + 1; node < end; node += 1)
      between += costs[(place[node - 1] as number) * columns + (place[node] as number)] as number;
    const routeEnd = firstEnd + vehicle;
    for (let after = lastFrozen[vehicle] as number; after !== routeEnd; after = next[after] as number) {
      let time = departAt[after] as number;
      if (time > (latest[first] as number)) return;
      if ((blocked[after] as number) > 0) continue;
      let at = place[after] as number;
      const to = place[onward[after] as number] as number;
      const cost =
        (costsTo[firstRow + at] as number) +
        between +
        (costs[lastPlace * columns + to] as number) -
        (onwardCost[after] as number);
      if (cost >= this.cost) continue;
      let node = first;
      for (; node < end; node += 1) {
        const seconds = travel[at * columns + (place[node] as number)] as number;
        time = clock === null ? time + seconds : clock.arrival(time, seconds);
        if (time < (earliest[node] as number)) time = earliest[node] as number;
        if (time > (latest[node] as number)) break;
        time += service[node] as number;
        at = place[node] as number;
      }
      if (node < end || !this.#feasibility.fits(vehicle, after, first, end)) continue;
      if (!this.#feasibility.canContinue(request, vehicle, time, at, after)) continue;
      this.cost = cost;
      this.after.fill(after);
    }
  }

  #findPair(request: number, vehicle: number, limit: number): void {
    const pair = this.#pair;
    pair.find(request, vehicle, limit);
    if (pair.cost >= limit) return;
    this.cost = pair.cost;
    this.after[0] = pair.pickupAfter;
    this.after[1] = pair.deliveryAfter;
  }

  /** Shareable chains of any length: all stops together first, as a limit; then depth-first over the positions of each. */
  #findChain(request: number, vehicle: number): void {
    this.#findContiguous(request, vehicle);
    if (this.isQuick) return;
    this.#placements = 0;
    const { next, departAt, place, lastFrozen } = this.#routes;
    const routeEnd = this.#compiled.firstEnd + this.#vehicle;
    let after = lastFrozen[this.#vehicle] as number;
    for (; after !== routeEnd; after = next[after] as number)
      this.#placeStop(0, after, departAt[after] as number, place[after] as number, 0);
  }

  /** Tries stop `index` right here: behind `last`, leaving `at` at `departure`, at this cost so far. */
  #placeStop(index: number, last: number, departure: number, at: number, costSoFar: number): void {
    const { travel, clock, columns, earliest, latest, service, firstStop } = this.#compiled;
    const { place, exclusiveAfter } = this.#routes;
    const first = firstStop[this.#request] as number;
    const node = first + index;
    if (index === 0 && exclusiveAfter[last] === 1) return;
    this.#placements += 1;
    if (this.#placements > MAX_PLACEMENTS) return;
    const to = place[node] as number;
    const seconds = travel[at * columns + to] as number;
    let time = clock === null ? departure + seconds : clock.arrival(departure, seconds);
    if (time < (earliest[node] as number)) time = earliest[node] as number;
    if (time > (latest[node] as number) || !this.#feasibility.fits(this.#vehicle, last, first, node + 1))
      return;
    time += service[node] as number;
    const cost = costSoFar + (this.#travelCosts[at * columns + to] as number);
    // Driving on to the next stop of the route at once: later stops of the request only add to this.
    const behind = place[this.#routes.onward[last] as number] as number;
    const skipped = this.#routes.onwardCost[last] as number;
    const total = cost + (this.#travelCosts[to * columns + behind] as number) - skipped;
    if (total >= this.cost) return;
    this.#path[index] = last;
    if (node + 1 < (firstStop[this.#request + 1] as number)) {
      this.#walk(index + 1, last, time, to, cost);
      return;
    }
    if (!this.#feasibility.canContinue(this.#request, this.#vehicle, time, to, last)) return;
    this.cost = total;
    this.after.set(this.#path);
  }

  /** Tries stop `index` behind `last` and behind every later node that the delayed vehicle reaches in time. */
  #walk(index: number, from: number, departure: number, place: number, costSoFar: number): void {
    const routes = this.#routes;
    const {
      travel,
      clock,
      columns,
      earliest,
      latest,
      service,
      firstStop,
      firstEnd,
      firstBreak,
      exclusiveStop,
    } = this.#compiled;
    const first = firstStop[this.#request] as number;
    let [last, time, at, cost] = [from, departure, place, costSoFar];
    for (;;) {
      this.#placeStop(index, last, time, at, cost);
      const behind = routes.next[last] as number;
      if (behind === firstEnd + this.#vehicle || exclusiveStop[behind] === 1) return;
      if (behind < firstBreak) {
        const to = routes.place[behind] as number;
        const seconds = travel[at * columns + to] as number;
        time = clock === null ? time + seconds : clock.arrival(time, seconds);
        if (time > (routes.latestAt[behind] as number)) return;
        const skipped = this.#travelCosts[(routes.place[last] as number) * columns + to] as number;
        cost += (this.#travelCosts[at * columns + to] as number) - skipped;
        at = to;
      } else if (time > (latest[behind] as number)) return;
      if (time < (earliest[behind] as number)) time = earliest[behind] as number;
      time += service[behind] as number;
      last = behind;
      if (!this.#feasibility.fits(this.#vehicle, behind, first, first + index)) return;
    }
  }
}
