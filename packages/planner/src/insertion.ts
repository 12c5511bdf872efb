// Cheapest feasible insertion of a request into a route. Each position of the first stop is followed by a walk along the
// route, which carries the delayed departure; the rest of the route is checked in constant time with `latestAt`. Walks
// end early when a delay can no longer be absorbed, or when the cost exceeds the best one (triangle inequality).
import type { CompiledProblem } from './compiled-problem.ts';
import type { Routes } from './routes.ts';

const TOLERANCE = 1e-9;

export class InsertionSearch {
  /** Result of the last call of `find`: extra cost, and the node after which each stop goes. */
  cost = Infinity;
  readonly after: Int32Array;

  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  /** Positions of the stops on the current path of the depth-first search. */
  readonly #path: Int32Array;
  #travelCosts: Float64Array = new Float64Array();
  #request = 0;
  #vehicle = 0;

  constructor(compiled: CompiledProblem, routes: Routes) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.after = new Int32Array(compiled.maxStops);
    this.#path = new Int32Array(compiled.maxStops);
  }

  /** Searches below the cost `limit`; true if there is an insertion. */
  find(request: number, vehicle: number, limit = Infinity): boolean {
    const { compatible, vehicleCount, firstStop, exclusive, currentVehicle, changeCost, fixedCost } =
      this.#compiled;
    this.cost = Infinity;
    if (compatible[request * vehicleCount + vehicle] === 0) return false;
    let extra = 0;
    if (this.#routes.size[vehicle] === 0) extra += fixedCost[vehicle] as number;
    if (changeCost > 0 && currentVehicle[request] !== -1 && currentVehicle[request] !== vehicle)
      extra += changeCost;
    this.cost = limit - extra;
    this.#request = request;
    this.#vehicle = vehicle;
    this.#travelCosts = this.#compiled.costs[vehicle] as Float64Array;
    const stops = (firstStop[request + 1] as number) - (firstStop[request] as number);
    if (exclusive[request] === 1) this.#findContiguous(request, vehicle);
    else if (stops === 2) this.#findPair(request, vehicle);
    else this.#findChain();
    const isFound = this.cost < limit - extra;
    this.cost = isFound ? this.cost + extra : Infinity;
    return isFound;
  }

  /** Exclusive requests: all stops at one position, where no request is open. */
  #findContiguous(request: number, vehicle: number): void {
    const { next, departAt, place, openAfter, lastFrozen } = this.#routes;
    const { travel, clock, columns, earliest, latest, service, firstStop, firstEnd } = this.#compiled;
    const costs = this.#travelCosts;
    const first = firstStop[request] as number;
    const end = firstStop[request + 1] as number;
    const routeEnd = firstEnd + vehicle;
    for (let after = lastFrozen[vehicle] as number; after !== routeEnd; after = next[after] as number) {
      if ((departAt[after] as number) > (latest[first] as number) + TOLERANCE) return;
      if ((openAfter[after] as number) > 0) continue;
      let time = departAt[after] as number;
      let at = place[after] as number;
      let cost = 0;
      let node = first;
      for (; node < end; node += 1) {
        const to = place[node] as number;
        const seconds = travel[at * columns + to] as number;
        cost += costs[at * columns + to] as number;
        time = clock === null ? time + seconds : clock.arrival(time, seconds);
        if (time < (earliest[node] as number)) time = earliest[node] as number;
        if (time > (latest[node] as number)) break;
        time += service[node] as number;
        at = to;
      }
      if (node < end) continue;
      cost += this.#joinCost(after, at);
      if (cost >= this.cost || !this.#fits(after, first, end)) continue;
      if (!this.#canContinue(time, at, after)) continue;
      this.cost = cost;
      this.after.fill(after);
    }
  }

  /** Whether the load of the stops fits on top of the load after a node. */
  #fits(after: number, first: number, end: number): boolean {
    const { dimensions, load, capacity } = this.#compiled;
    const { onBoard } = this.#routes;
    if (dimensions === 1 && end === first + 1)
      return (
        (onBoard[after] as number) + (load[first] as number) <=
        (capacity[this.#vehicle] as number) + TOLERANCE
      );
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      let amount = onBoard[after * dimensions + dimension] as number;
      const limit = (capacity[this.#vehicle * dimensions + dimension] as number) + TOLERANCE;
      for (let node = first; node < end; node += 1) {
        amount += load[node * dimensions + dimension] as number;
        if (amount > limit) return false;
      }
    }
    return true;
  }

  /** Whether what the request leaves on board fits until the end of the route. */
  #fitsUntilEnd(last: number): boolean {
    const { hasNetLoad, netLoad, dimensions, capacity } = this.#compiled;
    if (hasNetLoad[this.#request] === 0) return true;
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      const peak = this.#routes.peakAfter[last * dimensions + dimension] as number;
      const net = netLoad[this.#request * dimensions + dimension] as number;
      if (peak + net > (capacity[this.#vehicle * dimensions + dimension] as number) + TOLERANCE) return false;
    }
    return true;
  }

  /** Cost of driving on from `at` to the stop behind `after`, minus that of driving there from `after`. */
  #joinCost(after: number, at: number): number {
    const { next, place } = this.#routes;
    const { columns, firstBreak } = this.#compiled;
    let behind = next[after] as number;
    while (behind >= firstBreak) behind = next[behind] as number;
    const to = place[behind] as number;
    const from = place[after] as number;
    const [added, removed] = [this.#travelCosts[at * columns + to], this.#travelCosts[from * columns + to]];
    return (added as number) - (removed as number);
  }

  /** Whether the route stays feasible if the last stop is behind `last`, and the vehicle leaves `at` at this time. */
  #canContinue(departure: number, at: number, last: number): boolean {
    if (!this.#fitsUntilEnd(last)) return false;
    const { next, place, latestAt } = this.#routes;
    const { travel, clock, columns, earliest, latest, service, firstBreak } = this.#compiled;
    let time = departure;
    let behind = next[last] as number;
    for (; behind >= firstBreak; behind = next[behind] as number) {
      if (time < (earliest[behind] as number)) time = earliest[behind] as number;
      if (time > (latest[behind] as number)) return false;
      time += service[behind] as number;
    }
    const seconds = travel[at * columns + (place[behind] as number)] as number;
    const arrival = clock === null ? time + seconds : clock.arrival(time, seconds);
    return arrival <= (latestAt[behind] as number);
  }

  /** Shareable pickup and delivery: the common case as two loops with few calls. */
  #findPair(request: number, vehicle: number): void {
    const { next, departAt, place, exclusiveAfter, lastFrozen, latestAt } = this.#routes;
    const { travel, clock, columns, earliest, latest, service, firstStop, firstEnd, firstBreak } =
      this.#compiled;
    const costs = this.#travelCosts;
    const pickup = firstStop[request] as number;
    const delivery = pickup + 1;
    const pickupPlace = place[pickup] as number;
    const pickupLatest = latest[pickup] as number;
    const pickupRow = pickupPlace * columns;
    const routeEnd = firstEnd + vehicle;
    for (let after = lastFrozen[vehicle] as number; after !== routeEnd; after = next[after] as number) {
      let time = departAt[after] as number;
      if (time > pickupLatest) return;
      const row = (place[after] as number) * columns;
      const cost = costs[row + pickupPlace] as number;
      let behind = next[after] as number;
      while (behind >= firstBreak) behind = next[behind] as number;
      const to = place[behind] as number;
      // The delivery only adds to the detour of the pickup.
      if (cost + (costs[pickupRow + to] as number) - (costs[row + to] as number) >= this.cost) continue;
      const toPickup = travel[row + pickupPlace] as number;
      time = clock === null ? time + toPickup : clock.arrival(time, toPickup);
      if (time < (earliest[pickup] as number)) time = earliest[pickup] as number;
      if (time > pickupLatest) continue;
      time += service[pickup] as number;
      if (clock === null && time + (travel[pickupRow + to] as number) > (latestAt[behind] as number))
        continue;
      if (exclusiveAfter[after] === 1 || !this.#fits(after, pickup, delivery)) continue;
      this.#placeDelivery(after, time, cost, delivery);
    }
  }

  /** Walks along the route from the pickup, which follows `after`, and tries the delivery behind each node. */
  #placeDelivery(after: number, departure: number, costSoFar: number, delivery: number): void {
    const { next, place, latestAt } = this.#routes;
    const { travel, clock, columns, earliest, latest, service, firstEnd, firstBreak, exclusiveStop } =
      this.#compiled;
    const costs = this.#travelCosts;
    const deliveryPlace = place[delivery] as number;
    const deliveryLatest = latest[delivery] as number;
    const deliveryEarliest = earliest[delivery] as number;
    const deliveryService = service[delivery] as number;
    const routeEnd = firstEnd + this.#vehicle;
    let [last, time, cost, at] = [after, departure, costSoFar, place[delivery - 1] as number];
    while (time <= deliveryLatest && cost < this.cost) {
      const behind = next[last] as number;
      const row = at * columns;
      const total = cost + (costs[row + deliveryPlace] as number) + this.#joinCost(last, deliveryPlace);
      if (total < this.cost) {
        const toDelivery = travel[row + deliveryPlace] as number;
        let start = clock === null ? time + toDelivery : clock.arrival(time, toDelivery);
        if (start < deliveryEarliest) start = deliveryEarliest;
        if (start <= deliveryLatest && this.#canContinue(start + deliveryService, deliveryPlace, last)) {
          this.cost = total;
          this.after[0] = after;
          this.after[1] = last;
        }
      }
      if (behind === routeEnd || exclusiveStop[behind] === 1) return;
      if (behind < firstBreak) {
        const to = place[behind] as number;
        const seconds = travel[row + to] as number;
        time = clock === null ? time + seconds : clock.arrival(time, seconds);
        if (time > (latestAt[behind] as number)) return;
        cost += (costs[row + to] as number) - (costs[(place[last] as number) * columns + to] as number);
        at = to;
      } else if (time > (latest[behind] as number)) return;
      if (time < (earliest[behind] as number)) time = earliest[behind] as number;
      time += service[behind] as number;
      last = behind;
      if (!this.#fits(behind, delivery - 1, delivery)) return;
    }
  }

  /** Shareable chains of any length: depth-first over the positions of each stop. */
  #findChain(): void {
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
    const to = place[node] as number;
    const seconds = travel[at * columns + to] as number;
    let time = clock === null ? departure + seconds : clock.arrival(departure, seconds);
    if (time < (earliest[node] as number)) time = earliest[node] as number;
    if (time > (latest[node] as number) || !this.#fits(last, first, node + 1)) return;
    time += service[node] as number;
    const cost = costSoFar + (this.#travelCosts[at * columns + to] as number);
    if (cost >= this.cost) return;
    this.#path[index] = last;
    if (node + 1 < (firstStop[this.#request + 1] as number)) {
      this.#walk(index + 1, last, time, to, cost);
      return;
    }
    const total = cost + this.#joinCost(last, to);
    if (total >= this.cost || !this.#canContinue(time, to, last)) return;
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
      if (!this.#fits(behind, first, first + index)) return;
    }
  }
}
