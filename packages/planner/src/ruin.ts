// Adjacent string removal (Christiaens and Vanden Berghe 2020): takes strings of consecutive stops out of routes that pass
// near one random stop. Neighbouring routes then have slack in the same area, so that requests can change places. A
// request leaves with all its stops.
import type { CompiledProblem } from './compiled-problem.ts';
import type { Random } from './random.ts';
import type { Routes } from './routes.ts';

/** Stops removed per iteration, on average. */
const AVERAGE_REMOVED = 10;
const MAX_STRING = 10;
const SPLIT_RATE = 0.5;
/** Chance that a split string keeps one more stop in its middle. */
const KEEP_RATE = 0.5;
/** Longest list of neighbours per stop. */
const MAX_NEIGHBOURS = 300;

export class Ruin {
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  readonly #random: Random;
  readonly #neighbours: Int32Array;
  readonly #neighbourCount: number;
  readonly #ruinedIn: Float64Array;
  #round = 0;
  /** Requests that were removed are written here, from `#count` on. */
  #absent: Int32Array = new Int32Array();
  #count = 0;

  constructor(compiled: CompiledProblem, routes: Routes, random: Random) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.#random = random;
    this.#neighbourCount = Math.min(MAX_NEIGHBOURS, compiled.stopCount);
    this.#neighbours = nearestStops(compiled, this.#neighbourCount);
    this.#ruinedIn = new Float64Array(compiled.vehicleCount);
  }

  /** Removes strings, appends their requests to `absent` and returns its new length. */
  removeStrings(absent: Int32Array, count: number): number {
    const { stopCount, requestOf } = this.#compiled;
    const { vehicleOf, pinned, size } = this.#routes;
    this.#absent = absent;
    this.#count = count;
    this.#round += 1;
    const longest = Math.min(MAX_STRING, this.#averageSize());
    const strings = 1 + this.#random.below(Math.max(1, (4 * AVERAGE_REMOVED) / (1 + longest) - 1));
    const seed = this.#random.below(stopCount);
    let ruined = 0;
    for (let index = 0; index < this.#neighbourCount && ruined < strings; index += 1) {
      const stop = this.#neighbours[seed * this.#neighbourCount + index] as number;
      const vehicle = vehicleOf[stop] as number;
      if (vehicle < 0 || this.#ruinedIn[vehicle] === this.#round) continue;
      if (pinned[requestOf[stop] as number] === 1) continue;
      this.#ruinedIn[vehicle] = this.#round;
      const length = 1 + this.#random.below(Math.min(longest, size[vehicle] as number));
      this.#removeString(stop, vehicle, length);
      ruined += 1;
    }
    return this.#count;
  }

  #averageSize(): number {
    const { size } = this.#routes;
    let [stops, used] = [0, 0];
    for (let vehicle = 0; vehicle < size.length; vehicle += 1) {
      stops += size[vehicle] as number;
      if (size[vehicle] !== 0) used += 1;
    }
    return Math.max(1, stops / Math.max(1, used));
  }

  #removeString(stop: number, vehicle: number, length: number): void {
    const { next, prev } = this.#routes;
    const { firstStart, firstEnd } = this.#compiled;
    // A split string is longer by `kept` stops, which stay in its middle.
    let kept = 0;
    if (length > 1 && this.#random.next() < SPLIT_RATE) {
      const room = (this.#routes.size[vehicle] as number) - length;
      while (kept < room && this.#random.next() < KEEP_RATE) kept += 1;
    }
    let first = stop;
    for (let back = this.#random.below(length + kept); back > 0; back -= 1) {
      const before = prev[first] as number;
      if (before === firstStart + vehicle) break;
      first = before;
    }
    const keptFrom = kept > 0 ? 1 + this.#random.below(length) : 0;
    let node = first;
    for (let index = 0; index < length + kept && node !== firstEnd + vehicle; index += 1) {
      let behind = next[node] as number;
      const isKept = kept > 0 && index >= keptFrom && index < keptFrom + kept;
      if (!isKept) behind = this.#removeRequestAt(node, behind);
      node = behind;
    }
    // Only where the triangle inequality does not hold can a route become infeasible by removals.
    if (!this.#routes.refresh(vehicle)) this.#clear(vehicle);
  }

  /** Removes the request of a stop; returns the first node from `behind` on that is still in the route. */
  #removeRequestAt(node: number, behind: number): number {
    const { requestOf, firstStop } = this.#compiled;
    const { next, pinned } = this.#routes;
    const request = requestOf[node] as number;
    if (request < 0 || pinned[request] === 1) return behind;
    let following = behind;
    const end = firstStop[request + 1] as number;
    while (following > node && following < end) following = next[following] as number;
    this.#remove(request);
    return following;
  }

  #remove(request: number): void {
    this.#routes.unlink(request);
    this.#absent[this.#count] = request;
    this.#count += 1;
  }

  /** Takes all removable requests of a vehicle out; returns the new length of `absent`. */
  removeRoute(vehicle: number, absent: Int32Array, count: number): number {
    this.#absent = absent;
    this.#count = count;
    this.#clear(vehicle);
    return this.#count;
  }

  #clear(vehicle: number): void {
    const { requestOf, firstStop } = this.#compiled;
    for (const node of this.#routes.nodesOf(vehicle)) {
      const request = requestOf[node] as number;
      if (request >= 0 && node === firstStop[request] && this.#routes.pinned[request] === 0)
        this.#remove(request);
    }
    this.#routes.refresh(vehicle);
  }
}

/** For each stop, the stops with the shortest travel time in either direction; the stop itself comes first. */
function nearestStops(compiled: CompiledProblem, count: number): Int32Array {
  const { stopCount, place, travel, columns } = compiled;
  const result = new Int32Array(stopCount * count);
  const order = new Int32Array(stopCount);
  const near = new Float64Array(stopCount);
  for (let stop = 0; stop < stopCount; stop += 1) {
    const here = place[stop] as number;
    for (let other = 0; other < stopCount; other += 1) {
      const there = place[other] as number;
      order[other] = other;
      near[other] = Math.min(
        travel[here * columns + there] as number,
        travel[there * columns + here] as number,
      );
    }
    near[stop] = -1;
    order.sort((a, b) => (near[a] as number) - (near[b] as number) || a - b);
    result.set(order.subarray(0, count), stop * count);
  }
  return result;
}
