// The positions of a plan where a request could be inserted, as flat arrays in the order of the routes: a question about
// windows then reads a few numbers per position instead of walking along lists of stops.
import type { CompiledProblem } from './compiled-problem.ts';
import type { Routes } from './routes.ts';

export class Gaps {
  /** Gaps of vehicle v: first[v] to first[v + 1] - 1. */
  readonly first: Int32Array;
  /** Node before the gap. */
  readonly after: Int32Array;
  /** When the vehicle leaves that node, at the earliest. */
  readonly departAt: Float64Array;
  /** When it must be at the stop behind the gap, at the latest. */
  readonly latestBehind: Float64Array;
  /** Places before and behind the gap. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Cost of the journey that an insertion replaces. For an unused vehicle, minus its fixed cost. */
  readonly skipped: Float64Array;
  /** 1 if no exclusive request is open. */
  readonly isShareable: Uint8Array;
  /** 1 if no request is open. */
  readonly isBetween: Uint8Array;
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;

  constructor(compiled: CompiledProblem, routes: Routes) {
    this.#compiled = compiled;
    this.#routes = routes;
    const { vehicleCount, nodeCount, firstEnd, fixedCost } = compiled;
    this.first = new Int32Array(vehicleCount + 1);
    this.after = new Int32Array(nodeCount);
    this.departAt = new Float64Array(nodeCount);
    this.latestBehind = new Float64Array(nodeCount);
    this.from = new Int32Array(nodeCount);
    this.to = new Int32Array(nodeCount);
    this.skipped = new Float64Array(nodeCount);
    this.isShareable = new Uint8Array(nodeCount);
    this.isBetween = new Uint8Array(nodeCount);
    let gap = 0;
    for (let vehicle = 0; vehicle < vehicleCount; vehicle += 1) {
      this.first[vehicle] = gap;
      const isUnused = routes.size[vehicle] === 0;
      const end = firstEnd + vehicle;
      for (
        let node = routes.lastFrozen[vehicle] as number;
        node !== end;
        node = routes.next[node] as number, gap += 1
      ) {
        const behind = routes.onward[node] as number;
        this.after[gap] = node;
        this.departAt[gap] = routes.departAt[node] as number;
        this.latestBehind[gap] = routes.latestAt[behind] as number;
        this.from[gap] = routes.place[node] as number;
        this.to[gap] = routes.place[behind] as number;
        this.skipped[gap] = (isUnused ? -(fixedCost[vehicle] as number) : routes.onwardCost[node]) as number;
        this.isShareable[gap] = routes.exclusiveAfter[node] === 1 ? 0 : 1;
        this.isBetween[gap] = (routes.openAfter[node] as number) > 0 ? 0 : 1;
      }
    }
    this.first[vehicleCount] = gap;
  }

  /** Latest departure before the breaks in the gap, for a departure after them. */
  beforeBreaks(gap: number, departure: number): number {
    const { prev, next, onward } = this.#routes;
    const after = this.after[gap] as number;
    const behind = onward[after] as number;
    if (next[after] === behind) return departure;
    const { latest, service } = this.#compiled;
    let limit = departure;
    for (let node = prev[behind] as number; node !== after; node = prev[node] as number)
      limit = Math.min(latest[node] as number, limit - (service[node] as number));
    return limit;
  }
}
