// Adjacent string removal (Christiaens and Vanden Berghe 2020): takes strings of consecutive stops out of routes that pass
// near one random stop. Neighbouring routes then have slack in the same area, so that requests can change places. A
// request leaves with all its stops.
import type { CompiledProblem } from './compiled-problem.ts';
import { NearestStops } from './nearest-stops.ts';
import type { Random } from './random.ts';
import type { Routes } from './routes.ts';

/** Stops removed per iteration, on average. */
const AVERAGE_REMOVED = 10;
const MAX_STRING = 10;
const SPLIT_RATE = 0.5;
/** A split string keeps one stop in its middle; chance that it keeps one more. */
const KEEP_RATE = 0.01;

export class Ruin {
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  readonly #random: Random;
  readonly #neighbours: NearestStops;
  readonly #ruinedIn: Float64Array;
  #round = 0;
  /** Requests that were removed are written here, from `#count` on. */
  #absent: Int32Array = new Int32Array();
  #count = 0;

  constructor(compiled: CompiledProblem, routes: Routes, random: Random) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.#random = random;
    this.#neighbours = new NearestStops(compiled);
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
    const near = this.#neighbours.of(this.#random.below(stopCount));
    let ruined = 0;
    for (let index = 0; index < near.length && ruined < strings; index += 1) {
      const stop = near[index] as number;
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
    let stops = 0;
    let used = 0;
    for (let vehicle = 0; vehicle < size.length; vehicle += 1) {
      stops += size[vehicle] as number;
      if (size[vehicle] !== 0) used += 1;
    }
    return Math.max(1, stops / Math.max(1, used));
  }

  #removeString(stop: number, vehicle: number, length: number): void {
    const { next, prev, vehicleOf } = this.#routes;
    const { firstStart, firstEnd } = this.#compiled;
    // A split string is longer by `kept` stops, which stay in its middle.
    let kept = 0;
    const room = (this.#routes.size[vehicle] as number) - length;
    if (length > 1 && room > 0 && this.#random.next() < SPLIT_RATE) {
      kept = 1;
      while (kept < room && this.#random.next() < KEEP_RATE) kept += 1;
    }
    let first = stop;
    for (let back = this.#random.below(length + kept); back > 0; back -= 1) {
      const before = prev[first] as number;
      if (before === firstStart + vehicle) break;
      first = before;
    }
    const keptFrom = kept > 0 ? 1 + this.#random.below(length) : 0;
    const start = firstStart + vehicle;
    const end = firstEnd + vehicle;
    let left = length + kept;
    let node = first;
    for (let index = 0; left > 0 && node !== end; index += 1) {
      let behind = next[node] as number;
      const isKept = index >= keptFrom && index < keptFrom + kept;
      if (!isKept) behind = this.#removeRequestAt(node, behind);
      node = behind;
      left -= 1;
    }
    // At the end of the route, the string is continued in front of its first stop.
    for (node = prev[first] as number; left > 0 && node !== start; node = prev[node] as number) {
      if (vehicleOf[node] === -1) continue;
      this.#removeRequestAt(node, next[node] as number);
      left -= 1;
    }
    // Only where the triangle inequality does not hold can a route become infeasible by removals.
    if (!this.#routes.refreshChanged(vehicle)) this.#clear(vehicle);
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
    this.#routes.refreshChanged(vehicle);
  }
}
