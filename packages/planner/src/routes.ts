// Routes as doubly linked lists of nodes, with the schedule of every node. Invariant between calls: every route is feasible,
// `startAt` is the earliest start of service and `latestAt` the latest start with which the rest of the route stays
// feasible, so that a changed arrival at a node is checked in constant time. Changes are undone by `rollback`.
import type { CompiledProblem } from './compiled-problem.ts';

const CAPACITY_TOLERANCE = 1e-9;

export class Routes {
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Vehicle of each node; -1 while the node is in no route. */
  readonly vehicleOf: Int32Array;
  /** Vehicle from which each request was taken last; -1 for none. */
  readonly removedFrom: Int32Array;
  readonly startAt: Float64Array;
  readonly departAt: Float64Array;
  readonly latestAt: Float64Array;
  /** Next stop, or the end of the route: breaks have no place of their own. */
  readonly onward: Int32Array;
  /** Planned travel time and cost from the node to `onward`. */
  readonly onwardSeconds: Float64Array;
  readonly onwardCost: Float64Array;
  /** Where the vehicle is at the node; a break is where the node before it is. */
  readonly place: Int32Array;
  /** Load after the node: `dimensions` per node. */
  readonly onBoard: Float64Array;
  /** Highest load at any later node; -Infinity behind the last one. */
  readonly peakAfter: Float64Array;
  /** Number of requests that have begun and not ended after the node. */
  readonly openAfter: Int32Array;
  /** 1 if one of them is exclusive. */
  readonly exclusiveAfter: Uint8Array;
  /** Number of stops of each vehicle. */
  readonly size: Int32Array;
  readonly cost: Float64Array;
  /** Unique number of the contents of a route; a rolled back route gets its old number back. */
  readonly version: Float64Array;
  /** Insertions happen after this node or later ones. */
  readonly lastFrozen: Int32Array;
  /** 1 for requests with a frozen stop: they are never removed. */
  readonly pinned: Uint8Array;
  /** 1 for vehicles whose route has changed since the last call of `commit` or `rollback`. */
  readonly isTouched: Uint8Array;
  totalCost = 0;
  #versions = 0;

  readonly #compiled: CompiledProblem;
  readonly #touched: Int32Array;
  #touchedCount = 0;
  readonly #savedNodes: Int32Array;
  #savedCount = 0;
  readonly #savedFrom: Int32Array;
  readonly #savedVersion: Float64Array;

  constructor(compiled: CompiledProblem) {
    const { nodeCount, vehicleCount, dimensions, requestCount } = compiled;
    this.#compiled = compiled;
    this.next = new Int32Array(nodeCount).fill(-1);
    this.prev = new Int32Array(nodeCount).fill(-1);
    this.vehicleOf = new Int32Array(nodeCount).fill(-1);
    this.removedFrom = new Int32Array(requestCount).fill(-1);
    this.startAt = new Float64Array(nodeCount);
    this.departAt = new Float64Array(nodeCount);
    this.latestAt = new Float64Array(nodeCount);
    this.onward = new Int32Array(nodeCount).fill(-1);
    this.onwardSeconds = new Float64Array(nodeCount);
    this.onwardCost = new Float64Array(nodeCount);
    this.place = compiled.place.slice();
    this.onBoard = new Float64Array(nodeCount * dimensions);
    this.peakAfter = new Float64Array(nodeCount * dimensions);
    this.openAfter = new Int32Array(nodeCount);
    this.exclusiveAfter = new Uint8Array(nodeCount);
    this.size = new Int32Array(vehicleCount);
    this.cost = new Float64Array(vehicleCount);
    this.version = new Float64Array(vehicleCount);
    this.lastFrozen = Int32Array.from({ length: vehicleCount }, (_, v) => compiled.firstStart + v);
    this.pinned = new Uint8Array(requestCount);
    this.isTouched = new Uint8Array(vehicleCount);
    this.#touched = new Int32Array(vehicleCount);
    this.#savedNodes = new Int32Array(nodeCount);
    this.#savedFrom = new Int32Array(vehicleCount + 1);
    this.#savedVersion = new Float64Array(vehicleCount);
    for (let vehicle = 0; vehicle < vehicleCount; vehicle += 1) {
      const breaks = [];
      const end = compiled.firstBreakOf[vehicle + 1] as number;
      for (let node = compiled.firstBreakOf[vehicle] as number; node < end; node += 1) breaks.push(node);
      this.setRoute(vehicle, breaks);
    }
  }

  /** Replaces the stops and breaks of a vehicle; false if the route is infeasible. */
  setRoute(vehicle: number, nodes: ArrayLike<number>): boolean {
    const { next, prev, vehicleOf } = this;
    const start = this.#compiled.firstStart + vehicle;
    const end = this.#compiled.firstEnd + vehicle;
    let last = start;
    for (let index = 0; index < nodes.length; index += 1) {
      const node = nodes[index] as number;
      next[last] = node;
      prev[node] = last;
      vehicleOf[node] = vehicle;
      last = node;
    }
    next[last] = end;
    prev[end] = last;
    vehicleOf[start] = vehicle;
    vehicleOf[end] = vehicle;
    return this.refresh(vehicle);
  }

  /** Like `setRoute`, for a route that cannot be changed: windows that it misses are moved to its times. */
  setFixedRoute(vehicle: number, nodes: ArrayLike<number>): void {
    if (this.setRoute(vehicle, nodes)) return;
    const { latest, firstEnd } = this.#compiled;
    for (const node of [...this.nodesOf(vehicle), firstEnd + vehicle])
      latest[node] = Math.max(latest[node] as number, this.startAt[node] as number);
    this.refresh(vehicle);
  }

  /** Stops and breaks of a vehicle, in order. */
  nodesOf(vehicle: number): number[] {
    const nodes: number[] = [];
    const end = this.#compiled.firstEnd + vehicle;
    let node = this.next[this.#compiled.firstStart + vehicle] as number;
    for (; node !== end; node = this.next[node] as number) nodes.push(node);
    return nodes;
  }

  isServed(request: number): boolean {
    return (this.vehicleOf[this.#compiled.firstStop[request] as number] as number) >= 0;
  }

  /** Inserts each stop of the request after the node `after[s]`; equal entries follow each other in order. */
  insert(request: number, vehicle: number, after: Int32Array): void {
    this.#save(vehicle);
    const { firstStop } = this.#compiled;
    const first = firstStop[request] as number;
    const count = (firstStop[request + 1] as number) - first;
    for (let stop = 0; stop < count; stop += 1) {
      const follows = stop > 0 && after[stop] === after[stop - 1];
      this.#link(first + stop, follows ? first + stop - 1 : (after[stop] as number), vehicle);
    }
    this.refresh(vehicle);
  }

  /** Takes the stops of a request out of its route, without updating the schedule: call `refresh` after the last one. */
  unlink(request: number): void {
    const { firstStop } = this.#compiled;
    const { next, prev, vehicleOf } = this;
    const first = firstStop[request] as number;
    this.#save(vehicleOf[first] as number);
    this.removedFrom[request] = vehicleOf[first] as number;
    const end = firstStop[request + 1] as number;
    for (let node = first; node < end; node += 1) {
      const before = prev[node] as number;
      const behind = next[node] as number;
      next[before] = behind;
      prev[behind] = before;
      vehicleOf[node] = -1;
    }
  }

  #link(node: number, after: number, vehicle: number): void {
    const behind = this.next[after] as number;
    this.next[after] = node;
    this.prev[node] = after;
    this.next[node] = behind;
    this.prev[behind] = node;
    this.vehicleOf[node] = vehicle;
  }

  /** Updates schedule, loads and cost of a route; false if it is infeasible. */
  refresh(vehicle: number): boolean {
    const isInTime = this.#forward(vehicle);
    const isLoadable = this.#loadForward(vehicle);
    this.#backward(vehicle);
    this.#versions += 1;
    this.version[vehicle] = this.#versions;
    return isInTime && isLoadable;
  }

  #forward(vehicle: number): boolean {
    const { next, startAt, departAt, place, openAfter, exclusiveAfter } = this;
    const { travel, clock, columns, earliest, latest, service, firstBreak, firstStop, requestOf } =
      this.#compiled;
    const { exclusive, currentVehicle, changeCost, fixedCost } = this.#compiled;
    const costs = this.#compiled.costs[vehicle] as Float64Array;
    const start = this.#compiled.firstStart + vehicle;
    const end = this.#compiled.firstEnd + vehicle;
    let time = earliest[start] as number;
    let at = place[start] as number;
    let cost = 0;
    let open = 0;
    let inside = 0;
    let size = 0;
    let isFeasible = true;
    startAt[start] = time;
    departAt[start] = time;
    for (let node = next[start] as number; ; node = next[node] as number) {
      if (node >= firstBreak) place[node] = at;
      else {
        const to = place[node] as number;
        const cell = at * columns + to;
        const seconds = travel[cell] as number;
        this.#setOnward(node, seconds, costs[cell] as number);
        time = clock === null ? time + seconds : clock.arrival(time, seconds);
        cost += costs[cell] as number;
        at = to;
      }
      if (time < (earliest[node] as number)) time = earliest[node] as number;
      if (time > (latest[node] as number)) isFeasible = false;
      startAt[node] = time;
      time += service[node] as number;
      departAt[node] = time;
      if (node === end) break;
      const request = requestOf[node] as number;
      if (request >= 0) {
        size += 1;
        if (node === firstStop[request]) {
          open += 1;
          inside = exclusive[request] as number;
          if (changeCost > 0 && currentVehicle[request] !== -1 && currentVehicle[request] !== vehicle)
            cost += changeCost;
        }
        if (node === (firstStop[request + 1] as number) - 1) {
          open -= 1;
          inside = 0;
        }
      }
      openAfter[node] = open;
      exclusiveAfter[node] = inside;
    }
    if (size > 0) cost += fixedCost[vehicle] as number;
    else cost = 0;
    this.totalCost += cost - (this.cost[vehicle] as number);
    this.cost[vehicle] = cost;
    this.size[vehicle] = size;
    return isFeasible;
  }

  /** Notes the journey to a stop at the stop before it, and at breaks in between. */
  #setOnward(node: number, seconds: number, cost: number): void {
    const { firstBreak } = this.#compiled;
    let before = this.prev[node] as number;
    for (;;) {
      this.onward[before] = node;
      this.onwardSeconds[before] = seconds;
      this.onwardCost[before] = cost;
      if (before < firstBreak) return;
      before = this.prev[before] as number;
    }
  }

  #loadForward(vehicle: number): boolean {
    const { next, onBoard } = this;
    const { dimensions, load, capacity, initialLoad, firstStart, firstEnd } = this.#compiled;
    const end = firstEnd + vehicle;
    let isFeasible = true;
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      const limit = (capacity[vehicle * dimensions + dimension] as number) + CAPACITY_TOLERANCE;
      let amount = initialLoad[vehicle * dimensions + dimension] as number;
      for (let node = firstStart + vehicle; node !== end; node = next[node] as number) {
        amount += load[node * dimensions + dimension] as number;
        onBoard[node * dimensions + dimension] = amount;
        if (amount > limit) isFeasible = false;
      }
    }
    return isFeasible;
  }

  #backward(vehicle: number): void {
    const { prev, latestAt, onwardSeconds, onBoard, peakAfter } = this;
    const { clock, latest, service, firstStart, firstEnd, firstBreak, dimensions } = this.#compiled;
    const start = firstStart + vehicle;
    const end = firstEnd + vehicle;
    let node = end;
    let limit = latest[node] as number;
    latestAt[node] = limit;
    while (node !== start) {
      const before = prev[node] as number;
      let departure = limit;
      // A break happens where the vehicle is: there is no journey to it.
      if (node < firstBreak) {
        const seconds = onwardSeconds[before] as number;
        departure = clock === null ? limit - seconds : clock.departure(limit, seconds);
      }
      departure -= service[before] as number;
      limit = latest[before] as number;
      if (departure < limit) limit = departure;
      latestAt[before] = limit;
      for (let dimension = 0; dimension < dimensions; dimension += 1) {
        const entry = before * dimensions + dimension;
        const later = node * dimensions + dimension;
        if (node === end) peakAfter[entry] = -Infinity;
        else if ((onBoard[later] as number) > (peakAfter[later] as number))
          peakAfter[entry] = onBoard[later] as number;
        else peakAfter[entry] = peakAfter[later] as number;
      }
      node = before;
    }
  }

  #save(vehicle: number): void {
    if (this.isTouched[vehicle] === 1) return;
    this.isTouched[vehicle] = 1;
    const slot = this.#touchedCount;
    this.#touched[slot] = vehicle;
    this.#touchedCount += 1;
    this.#savedFrom[slot] = this.#savedCount;
    this.#savedVersion[slot] = this.version[vehicle] as number;
    const end = this.#compiled.firstEnd + vehicle;
    let node = this.next[this.#compiled.firstStart + vehicle] as number;
    for (; node !== end; node = this.next[node] as number) {
      this.#savedNodes[this.#savedCount] = node;
      this.#savedCount += 1;
    }
    this.#savedFrom[slot + 1] = this.#savedCount;
  }

  /** Keeps the changes since the last call of `commit` or `rollback`. */
  commit(): void {
    // Often all requests went back to where they were: with the old version, cached insertions stay valid.
    for (let slot = 0; slot < this.#touchedCount; slot += 1)
      if (this.#isUnchanged(slot))
        this.version[this.#touched[slot] as number] = this.#savedVersion[slot] as number;
    this.#forgetSaved();
  }

  #isUnchanged(slot: number): boolean {
    const vehicle = this.#touched[slot] as number;
    const end = this.#savedFrom[slot + 1] as number;
    let node = this.next[this.#compiled.firstStart + vehicle] as number;
    for (let index = this.#savedFrom[slot] as number; index < end; index += 1) {
      if (node !== this.#savedNodes[index]) return false;
      node = this.next[node] as number;
    }
    return node === this.#compiled.firstEnd + vehicle;
  }

  #forgetSaved(): void {
    for (let slot = 0; slot < this.#touchedCount; slot += 1)
      this.isTouched[this.#touched[slot] as number] = 0;
    this.#touchedCount = 0;
    this.#savedCount = 0;
  }

  /** Undoes the changes since the last call of `commit` or `rollback`. */
  rollback(): void {
    // First all changed routes lose their stops: a stop may have moved between two of them.
    for (let slot = 0; slot < this.#touchedCount; slot += 1) {
      const vehicle = this.#touched[slot] as number;
      const end = this.#compiled.firstEnd + vehicle;
      let node = this.next[this.#compiled.firstStart + vehicle] as number;
      for (; node !== end; node = this.next[node] as number) this.vehicleOf[node] = -1;
    }
    for (let slot = 0; slot < this.#touchedCount; slot += 1) {
      const vehicle = this.#touched[slot] as number;
      const from = this.#savedFrom[slot] as number;
      this.setRoute(vehicle, this.#savedNodes.subarray(from, this.#savedFrom[slot + 1]));
      this.version[vehicle] = this.#savedVersion[slot] as number;
    }
    this.#forgetSaved();
  }
}
