// Schedule, loads and costs of routes, which are doubly linked lists of nodes. Invariant: `startAt` is the earliest start of
// service and `latestAt` the latest start with which the rest of the route stays feasible, so that a changed arrival at a
// node is checked in constant time. After a change, only the part of the route that differs is calculated again: earliest
// starts from the change on, latest starts from the change back, both until they agree with the old ones.
import type { CompiledProblem } from './compiled-problem.ts';

const CAPACITY_TOLERANCE = 1e-9;

export class RouteSchedule {
  readonly next: Int32Array;
  readonly prev: Int32Array;
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
  totalCost = 0;
  #versions = 0;
  /** Arrival at the node where `#forward` ended. */
  #arrival = 0;
  /** Whether loads behind the changed part have changed. */
  #loadsDiffer = false;
  readonly #compiled: CompiledProblem;

  constructor(compiled: CompiledProblem) {
    const { nodeCount, vehicleCount, dimensions } = compiled;
    this.#compiled = compiled;
    this.next = new Int32Array(nodeCount).fill(-1);
    this.prev = new Int32Array(nodeCount).fill(-1);
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
  }

  /** Updates schedule, loads and cost of a route; false if it is infeasible. */
  refresh(vehicle: number): boolean {
    const { earliest, firstStart, firstEnd, latest } = this.#compiled;
    const start = firstStart + vehicle;
    const end = firstEnd + vehicle;
    this.startAt[start] = earliest[start] as number;
    this.departAt[start] = earliest[start] as number;
    this.latestAt[end] = latest[end] as number;
    return this.refreshBetween(vehicle, start, end);
  }

  /**
   * Like `refresh`, for a route that has changed only between two of its nodes: `first` and those before it, and `last` and
   * those behind it, are in the same order as before, with whole requests in between.
   */
  protected refreshBetween(vehicle: number, first: number, last: number): boolean {
    const { firstBreak, firstEnd } = this.#compiled;
    // Breaks behind the change may be at another place than before.
    let unchanged = last;
    while (unchanged >= firstBreak) unchanged = this.next[unchanged] as number;
    const isBeginInTime = this.#forward(vehicle, first, unchanged);
    const isEndInTime = this.#forwardTimes(vehicle, unchanged);
    const isLoadable = this.#loadForward(vehicle, first, unchanged);
    this.#backward(vehicle, first, this.#loadsDiffer ? firstEnd + vehicle : unchanged);
    this.#updateCost(vehicle);
    this.#versions += 1;
    this.version[vehicle] = this.#versions;
    return isBeginInTime && isEndInTime && isLoadable;
  }

  /** Journeys, times and open requests of the nodes behind `first` up to `last`. */
  #forward(vehicle: number, first: number, last: number): boolean {
    const { next, startAt, departAt, place, openAfter, exclusiveAfter } = this;
    const { travel, clock, columns, earliest, latest, service, firstBreak, firstStop, requestOf, exclusive } =
      this.#compiled;
    const costs = this.#compiled.costs[vehicle] as Float64Array;
    let time = departAt[first] as number;
    let at = place[first] as number;
    let open = openAfter[first] as number;
    let inside = exclusiveAfter[first] as number;
    let isFeasible = true;
    for (let node = next[first] as number; ; node = next[node] as number) {
      if (node >= firstBreak) place[node] = at;
      else {
        const to = place[node] as number;
        const cell = at * columns + to;
        const seconds = travel[cell] as number;
        this.#setOnward(node, seconds, costs[cell] as number);
        time = clock === null ? time + seconds : clock.arrival(time, seconds);
        at = to;
      }
      if (node === last) {
        this.#arrival = time;
        return isFeasible;
      }
      if (time < (earliest[node] as number)) time = earliest[node] as number;
      if (time > (latest[node] as number)) isFeasible = false;
      startAt[node] = time;
      time += service[node] as number;
      departAt[node] = time;
      const request = requestOf[node] as number;
      if (request >= 0) {
        if (node === firstStop[request]) {
          open += 1;
          inside = exclusive[request] as number;
        }
        if (node === (firstStop[request + 1] as number) - 1) {
          open -= 1;
          inside = 0;
        }
      }
      openAfter[node] = open;
      exclusiveAfter[node] = inside;
    }
  }

  /** Times from the node `from` on, at which the vehicle arrives at `#arrival`, until they are as before. */
  #forwardTimes(vehicle: number, from: number): boolean {
    const { next, startAt, departAt, onwardSeconds } = this;
    const { clock, earliest, latest, service, firstBreak, firstEnd } = this.#compiled;
    const end = firstEnd + vehicle;
    let time = this.#arrival;
    let isFeasible = true;
    for (let node = from; ; ) {
      if (time < (earliest[node] as number)) time = earliest[node] as number;
      if (time > (latest[node] as number)) isFeasible = false;
      startAt[node] = time;
      time += service[node] as number;
      if (node === end || departAt[node] === time) {
        departAt[node] = time;
        return isFeasible;
      }
      departAt[node] = time;
      const behind = next[node] as number;
      if (behind < firstBreak) {
        const seconds = onwardSeconds[node] as number;
        time = clock === null ? time + seconds : clock.arrival(time, seconds);
      }
      node = behind;
    }
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

  #loadForward(vehicle: number, first: number, last: number): boolean {
    const { next, onBoard } = this;
    const { dimensions, load, capacity, initialLoad, firstStart, firstEnd } = this.#compiled;
    const start = firstStart + vehicle;
    const end = firstEnd + vehicle;
    let isFeasible = true;
    this.#loadsDiffer = false;
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      const limit = (capacity[vehicle * dimensions + dimension] as number) + CAPACITY_TOLERANCE;
      if (first === start)
        onBoard[start * dimensions + dimension] = initialLoad[vehicle * dimensions + dimension] as number;
      let amount = onBoard[first * dimensions + dimension] as number;
      let isBehind = false;
      for (let node = next[first] as number; node !== end; node = next[node] as number) {
        const entry = node * dimensions + dimension;
        amount += load[entry] as number;
        if (node === last) isBehind = true;
        if (isBehind) {
          if (onBoard[entry] === amount) break;
          this.#loadsDiffer = true;
        }
        onBoard[entry] = amount;
        if (amount > limit) isFeasible = false;
      }
    }
    return isFeasible;
  }

  /** Latest starts and highest loads of the nodes before `last`; before `first` only until they are as before. */
  #backward(vehicle: number, first: number, last: number): void {
    const { prev, latestAt, onwardSeconds, onBoard, peakAfter } = this;
    const { clock, latest, service, firstStart, firstEnd, firstBreak, dimensions } = this.#compiled;
    const start = firstStart + vehicle;
    const end = firstEnd + vehicle;
    let isBefore = false;
    let node = last;
    let limit = latestAt[node] as number;
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
      let differs = latestAt[before] !== limit;
      latestAt[before] = limit;
      for (let dimension = 0; dimension < dimensions; dimension += 1) {
        const entry = before * dimensions + dimension;
        const later = node * dimensions + dimension;
        let peak = -Infinity;
        if (node !== end) {
          peak = peakAfter[later] as number;
          if ((onBoard[later] as number) > peak) peak = onBoard[later] as number;
        }
        if (peakAfter[entry] !== peak) differs = true;
        peakAfter[entry] = peak;
      }
      if (before === first) isBefore = true;
      if (isBefore && !differs) return;
      node = before;
    }
  }

  #updateCost(vehicle: number): void {
    const { next, onward, onwardCost } = this;
    const { firstStart, firstEnd, fixedCost, currentVehicle, changeCost, requestOf, firstStop } =
      this.#compiled;
    const start = firstStart + vehicle;
    const end = firstEnd + vehicle;
    let cost = 0;
    if (this.size[vehicle] !== 0) {
      for (let node = start; node !== end; node = onward[node] as number) cost += onwardCost[node] as number;
      if (changeCost > 0)
        for (let node = next[start] as number; node !== end; node = next[node] as number) {
          const request = requestOf[node] as number;
          if (request < 0 || node !== firstStop[request]) continue;
          if (currentVehicle[request] !== -1 && currentVehicle[request] !== vehicle) cost += changeCost;
        }
      cost += fixedCost[vehicle] as number;
    }
    this.totalCost += cost - (this.cost[vehicle] as number);
    this.cost[vehicle] = cost;
  }
}
