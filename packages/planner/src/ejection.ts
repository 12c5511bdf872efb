// Guided ejection (Nagata and Kobayashi 2010): inserts an absent request into a route that one or two other requests leave,
// which were absent less often. Where no route has room, ruin and recreate seldom finds such an exchange.
import type { CompiledProblem } from './compiled-problem.ts';
import { InfeasibleExchanges } from './infeasible-exchanges.ts';
import { InsertionSearch } from './insertion.ts';
import type { Random } from './random.ts';
import type { Routes } from './routes.ts';

/** Exchanges that are tried per call, at most; those whose result is known do not count. */
const MAX_TRIALS = 100;

interface Exchange {
  readonly vehicle: number;
  /** Requests that leave. */
  readonly leaving: readonly number[];
  /** Positions of the stops of the request that is inserted. */
  readonly after: Int32Array;
}

export class Ejection {
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  readonly #random: Random;
  readonly #search: InsertionSearch;
  readonly #infeasible: InfeasibleExchanges;
  #weights: Float64Array = new Float64Array();
  #request = -1;
  /** The exchange of least weight so far. */
  #found: Exchange | null = null;
  #least = Infinity;
  #trials = 0;
  /** Exchanges that were tried since the beginning. */
  trialCount = 0;

  constructor(compiled: CompiledProblem, routes: Routes, random: Random) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.#random = random;
    this.#search = new InsertionSearch(compiled, routes);
    // Otherwise, requests of three or more stops would make one call take longer than a slice of the search.
    this.#search.isQuick = true;
    this.#infeasible = new InfeasibleExchanges(compiled.requestCount);
  }

  /**
   * Inserts the request at `slot` of `absent` if requests of together less weight can leave for it. They replace it in
   * `absent`, whose new length is returned; -1 if there is no such exchange. Commits what it changes; no change may be
   * waiting for `commit`.
   */
  exchange(absent: Int32Array, count: number, slot: number, weights: Float64Array): number {
    this.#weights = weights;
    this.#request = absent[slot] as number;
    this.#least = weights[this.#request] as number;
    this.#found = null;
    this.#trials = 0;
    const removable = this.#removable();
    this.#tryEach(removable);
    this.#tryPairs(removable);
    if (this.#found === null) return -1;
    const { vehicle, leaving, after }: Exchange = this.#found;
    this.#remove(leaving, vehicle);
    this.#routes.insert(this.#request, vehicle, after);
    this.#routes.commit();
    absent[slot] = leaving[0] as number;
    for (const [index, request] of leaving.slice(1).entries()) absent[count + index] = request;
    return count + leaving.length - 1;
  }

  #vehicleOf(request: number): number {
    return this.#routes.vehicleOf[this.#compiled.firstStop[request] as number] as number;
  }

  /** Requests of less weight, in ascending order of weight; those of equal weight in random order. */
  #removable(): number[] {
    const { requestCount, vehicleCount, compatible } = this.#compiled;
    const requests: number[] = [];
    const keys = new Map<number, number>();
    for (let other = 0; other < requestCount; other += 1) {
      const vehicle = this.#vehicleOf(other);
      const weight = this.#weights[other] as number;
      if (vehicle < 0 || this.#routes.pinned[other] === 1 || weight >= this.#least) continue;
      if (compatible[this.#request * vehicleCount + vehicle] === 0) continue;
      requests.push(other);
      keys.set(other, weight + this.#random.next());
    }
    return requests.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
  }

  #tryEach(removable: readonly number[]): void {
    for (const request of removable) {
      const weight = this.#weights[request] as number;
      if (this.#trials >= MAX_TRIALS || this.#try([request], weight)) return;
    }
  }

  #tryPairs(removable: readonly number[]): void {
    for (const [index, heavier] of removable.entries()) {
      const heavierWeight = this.#weights[heavier] as number;
      if (heavierWeight >= this.#least) return;
      const vehicle = this.#vehicleOf(heavier);
      for (let other = 0; other < index; other += 1) {
        const lighter = removable[other] as number;
        const weight = heavierWeight + (this.#weights[lighter] as number);
        if (weight >= this.#least) break;
        if (this.#vehicleOf(lighter) !== vehicle) continue;
        if (this.#trials >= MAX_TRIALS) return;
        this.#try([heavier, lighter], weight);
      }
    }
  }

  #try(leaving: readonly number[], weight: number): boolean {
    const vehicle = this.#vehicleOf(leaving[0] as number);
    const version = this.#routes.version[vehicle] as number;
    if (this.#infeasible.has(this.#request, leaving, version)) return false;
    this.#trials += 1;
    this.trialCount += 1;
    // Only where the triangle inequality does not hold can a route become infeasible by removals.
    const isFeasible = this.#remove(leaving, vehicle) && this.#search.find(this.#request, vehicle);
    this.#routes.rollback();
    if (!isFeasible) {
      this.#infeasible.add(this.#request, leaving, version);
      return false;
    }
    this.#least = weight;
    this.#found = { vehicle, leaving, after: this.#search.after.slice() };
    return true;
  }

  #remove(requests: readonly number[], vehicle: number): boolean {
    for (const request of requests) this.#routes.unlink(request);
    return this.#routes.refreshChanged(vehicle);
  }
}
