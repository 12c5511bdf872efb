// Prices of absent requests, for a search that may leave requests out: the price of a request grows while it is absent and
// falls slowly while it is served (a subgradient method for the Lagrangian relaxation of "every request is served"). So the
// search keeps costs low, and in the end nevertheless serves the requests that are hard to serve.
import type { CompiledProblem } from './compiled-problem.ts';
import type { Routes } from './routes.ts';

/** First price, relative to the mean cost of a request. */
const FIRST = 3;
/** Limits, likewise. Above the highest one, cost would no longer count. */
const LOWEST = 1;
const HIGHEST = 1_000;
const GROWTH = 1.02;
/**
 * Of served requests, one value per annealing in turn. With slow decay, all requests are served sooner, at higher costs. Which
 * one suits a problem is not known before.
 */
const DECAYS = [0.999, 0.9995, 0.9998];
const ITERATIONS_BETWEEN_CHANGES = 16;

export class AbsencePrices {
  /** By request. */
  readonly of: Float64Array;
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  #meanCost = 0;
  #iterations = 0;
  #annealings = 0;

  constructor(compiled: CompiledProblem, routes: Routes) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.of = new Float64Array(compiled.requestCount);
  }

  /** At the begin of an annealing. `meanCost`: of a request. */
  reset(meanCost: number): void {
    this.#meanCost = meanCost;
    this.#iterations = 0;
    this.#annealings += 1;
    for (let request = 0; request < this.of.length; request += 1)
      this.of[request] = meanCost * FIRST * (this.#compiled.penalty[request] as number);
  }

  sum(absent: Int32Array, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += this.of[absent[index] as number] as number;
    return sum;
  }

  /** Counts one more iteration. */
  advance(): void {
    this.#iterations += 1;
    if (this.#iterations % ITERATIONS_BETWEEN_CHANGES !== 0) return;
    const decay = DECAYS[this.#annealings % DECAYS.length] as number;
    for (let request = 0; request < this.of.length; request += 1) {
      const price = this.of[request] as number;
      const unit = this.#meanCost * (this.#compiled.penalty[request] as number);
      this.of[request] = this.#routes.isServed(request)
        ? Math.max(unit * LOWEST, price * decay)
        : Math.min(unit * HIGHEST, price * GROWTH);
    }
  }
}
