// Cheapest feasible insertion of a shareable pickup and delivery into a route: the inner loop of the search. The detour
// of the delivery does not depend on the pickup unless both are between the same two stops. So one pass rates the
// delivery at every position that can be reached in time; the cheapest rating from a position on then bounds the cost of
// a pickup there, and only promising pickups are followed along the route with their delay. The bounds assume the
// triangle inequality.
import type { CompiledProblem } from './compiled-problem.ts';
import type { RouteFeasibility } from './route-feasibility.ts';
import type { Routes } from './routes.ts';

export class PairInsertion {
  /** Result of the last call of `find`: cost without fixed and change costs, and the nodes before both stops. */
  cost = Infinity;
  pickupAfter = -1;
  deliveryAfter = -1;

  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  readonly #feasibility: RouteFeasibility;
  /** Detour of the delivery behind each node of the route; infinite if it cannot be in time there. */
  readonly #detour: Float64Array;
  /** Least detour behind the node or a later one. */
  readonly #leastFrom: Float64Array;

  constructor(compiled: CompiledProblem, routes: Routes, feasibility: RouteFeasibility) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.#feasibility = feasibility;
    this.#detour = new Float64Array(compiled.nodeCount);
    this.#leastFrom = new Float64Array(compiled.nodeCount);
  }

  /** Searches below the cost `limit`. */
  find(request: number, vehicle: number, limit: number): void {
    const { next, departAt, place, onward, onwardCost, exclusiveAfter, lastFrozen, latestAt } = this.#routes;
    const { travel, travelTo, clock, columns, earliest, latest, service, firstStop, firstEnd } =
      this.#compiled;
    const costs = this.#compiled.costs[vehicle] as Float64Array;
    const costsTo = this.#compiled.costsTo[vehicle] as Float64Array;
    this.cost = limit;
    const pickup = firstStop[request] as number;
    const delivery = pickup + 1;
    const routeEnd = firstEnd + vehicle;
    // `latestAt` grows along a route: the pickup is too late for all nodes up to the one behind `first`.
    const leavesAt = (earliest[pickup] as number) + (service[pickup] as number);
    let first = lastFrozen[vehicle] as number;
    while ((latestAt[next[first] as number] as number) < leavesAt) {
      first = next[first] as number;
      if (first === routeEnd) return;
    }
    this.#rateDeliveries(delivery, vehicle, first);
    const leastFrom = this.#leastFrom;
    const pickupRow = (place[pickup] as number) * columns;
    const deliveryRow = (place[delivery] as number) * columns;
    const pickupLatest = latest[pickup] as number;
    const toDelivery = costs[pickupRow + (place[delivery] as number)] as number;
    for (let after = first; after !== routeEnd; after = next[after] as number) {
      if ((leastFrom[after] as number) >= this.cost) return;
      let time = departAt[after] as number;
      if (time > pickupLatest) return;
      const from = place[after] as number;
      const behind = onward[after] as number;
      const to = place[behind] as number;
      const toPickup = (costsTo[pickupRow + from] as number) - (onwardCost[after] as number);
      const together = toPickup + toDelivery + (costs[deliveryRow + to] as number);
      const detour = toPickup + (costs[pickupRow + to] as number);
      const following = next[after] as number;
      const isTogether = together < this.cost;
      const isApart = detour + (leastFrom[following] as number) < this.cost;
      if (!isTogether && !isApart) continue;
      const seconds = travelTo[pickupRow + from] as number;
      time = clock === null ? time + seconds : clock.arrival(time, seconds);
      if (time < (earliest[pickup] as number)) time = earliest[pickup] as number;
      if (time > pickupLatest) continue;
      time += service[pickup] as number;
      if (clock === null && time + (travel[pickupRow + to] as number) > (latestAt[behind] as number))
        continue;
      if (exclusiveAfter[after] === 1 || !this.#feasibility.fits(vehicle, after, pickup, delivery)) continue;
      if (isTogether)
        this.#tryDelivery(request, vehicle, after, after, time, place[pickup] as number, together);
      if (isApart || following !== behind)
        this.#followPickup(request, vehicle, after, time, detour, together);
    }
  }

  /** Rates the delivery at every position from `first` to the last one that the vehicle leaves in time. */
  #rateDeliveries(delivery: number, vehicle: number, first: number): void {
    const { next, prev, departAt, place, onward, onwardCost, exclusiveAfter, latestAt } = this.#routes;
    const { travel, travelTo, clock, columns, earliest, latest, service, firstEnd } = this.#compiled;
    const costs = this.#compiled.costs[vehicle] as Float64Array;
    const costsTo = this.#compiled.costsTo[vehicle] as Float64Array;
    const detours = this.#detour;
    const leastFrom = this.#leastFrom;
    const row = (place[delivery] as number) * columns;
    const opens = earliest[delivery] as number;
    const closes = latest[delivery] as number;
    const lasts = service[delivery] as number;
    const leavesAt = opens + lasts;
    const routeEnd = firstEnd + vehicle;
    let node = first;
    for (; node !== routeEnd; node = next[node] as number) {
      let time = departAt[node] as number;
      if (time > closes) break;
      detours[node] = Infinity;
      const behind = onward[node] as number;
      if ((latestAt[behind] as number) < leavesAt || exclusiveAfter[node] === 1) continue;
      const from = place[node] as number;
      const to = place[behind] as number;
      if (clock === null && next[node] === behind) {
        const limit = (latestAt[behind] as number) - lasts - (travel[row + to] as number);
        time += travelTo[row + from] as number;
        if (limit < opens || time > closes || time > limit) continue;
      }
      detours[node] =
        (costsTo[row + from] as number) + (costs[row + to] as number) - (onwardCost[node] as number);
    }
    let least = Infinity;
    leastFrom[node] = Infinity;
    while (node !== first) {
      node = prev[node] as number;
      if ((detours[node] as number) < least) least = detours[node] as number;
      leastFrom[node] = least;
    }
  }

  /** Walks along the route from the pickup, which follows `after`, and tries the delivery behind each later node. */
  #followPickup(
    request: number,
    vehicle: number,
    after: number,
    departure: number,
    detour: number,
    together: number,
  ): void {
    const { next, place, latestAt, onwardSeconds } = this.#routes;
    const { travel, clock, columns, earliest, latest, service, firstStop, firstEnd, firstBreak } =
      this.#compiled;
    const { exclusiveStop } = this.#compiled;
    const leastFrom = this.#leastFrom;
    const pickup = firstStop[request] as number;
    const pickupPlace = place[pickup] as number;
    const deliveryLatest = latest[pickup + 1] as number;
    const routeEnd = firstEnd + vehicle;
    let time = departure;
    // Until the first stop behind it, the vehicle stays at the pickup: breaks have no place of their own.
    let isAtPickup = true;
    for (let last = after; ; ) {
      const node = next[last] as number;
      if (node === routeEnd || exclusiveStop[node] === 1) return;
      if (node < firstBreak) {
        const seconds = (
          isAtPickup ? travel[pickupPlace * columns + (place[node] as number)] : onwardSeconds[last]
        ) as number;
        isAtPickup = false;
        time = clock === null ? time + seconds : clock.arrival(time, seconds);
        if (time > (latestAt[node] as number)) return;
      } else if (time > (latest[node] as number)) return;
      if (time < (earliest[node] as number)) time = earliest[node] as number;
      time += service[node] as number;
      last = node;
      if (time > deliveryLatest || !this.#feasibility.fits(vehicle, last, pickup, pickup + 1)) return;
      if (isAtPickup) {
        if (together < this.cost)
          this.#tryDelivery(request, vehicle, after, last, time, pickupPlace, together);
        continue;
      }
      if (detour + (leastFrom[last] as number) >= this.cost) return;
      const total = detour + (this.#detour[last] as number);
      if (total < this.cost)
        this.#tryDelivery(request, vehicle, after, last, time, place[last] as number, total);
    }
  }

  /** Takes the delivery behind `last` if that is feasible; the vehicle leaves the place `from` at `departure`. */
  #tryDelivery(
    request: number,
    vehicle: number,
    pickupAfter: number,
    last: number,
    departure: number,
    from: number,
    cost: number,
  ): void {
    const { travelTo, clock, columns, earliest, latest, service, firstStop, place } = this.#compiled;
    const delivery = (firstStop[request] as number) + 1;
    const to = place[delivery] as number;
    const seconds = travelTo[to * columns + from] as number;
    let time = clock === null ? departure + seconds : clock.arrival(departure, seconds);
    if (time < (earliest[delivery] as number)) time = earliest[delivery] as number;
    if (time > (latest[delivery] as number)) return;
    time += service[delivery] as number;
    if (!this.#feasibility.canContinue(request, vehicle, time, to, last)) return;
    this.cost = cost;
    this.pickupAfter = pickupAfter;
    this.deliveryAfter = last;
  }
}
