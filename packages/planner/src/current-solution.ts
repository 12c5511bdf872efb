// The solution that the search changes: its routes, the requests that are absent from them, and what both cost.
import { AbsencePrices } from './absence-prices.ts';
import { AbsenceWeights } from './absence-weights.ts';
import type { CompiledProblem } from './compiled-problem.ts';
import { Ejection } from './ejection.ts';
import { Fleet } from './fleet.ts';
import type { KeptRoutes } from './kept-routes.ts';
import { loadCurrentPlan } from './load-current-plan.ts';
import type { Random } from './random.ts';
import { Recreate } from './recreate.ts';
import { Routes } from './routes.ts';
import { Ruin } from './ruin.ts';

export class CurrentSolution {
  readonly routes: Routes;
  readonly fleet: Fleet;
  readonly weights: AbsenceWeights;
  readonly prices: AbsencePrices;
  absentCount = 0;
  /** Of the absent requests, by priority. */
  penalty = 0;
  cost = 0;

  readonly #compiled: CompiledProblem;
  readonly #random: Random;
  readonly #ruin: Ruin;
  readonly #recreate: Recreate;
  readonly #ejection: Ejection;
  /** Absent requests, and those of the candidate. */
  #absent: Int32Array;
  #candidate: Int32Array;
  #weight = 0;
  /** Absent requests that `insertNext` has tried. */
  #tried = 0;

  /** The current plan of the problem, with the other requests absent. */
  constructor(compiled: CompiledProblem, random: Random) {
    this.#compiled = compiled;
    this.#random = random;
    this.routes = new Routes(compiled);
    this.#ruin = new Ruin(compiled, this.routes, random);
    this.#recreate = new Recreate(compiled, this.routes, random);
    this.#ejection = new Ejection(compiled, this.routes, random);
    this.fleet = new Fleet(compiled, this.routes, this.#recreate.closed);
    this.weights = new AbsenceWeights(compiled);
    this.prices = new AbsencePrices(compiled, this.routes);
    this.#absent = new Int32Array(compiled.requestCount);
    this.#candidate = new Int32Array(compiled.requestCount);
    loadCurrentPlan(compiled, this.routes);
    this.#listAbsent();
    this.#recreate.sort(this.#absent, this.absentCount);
    this.#recreate.openVehicles();
  }

  /** Exchanges that were tried since the beginning. */
  get trialCount(): number {
    return this.#ejection.trialCount;
  }

  /** Searches less thoroughly from now on, if true. */
  set isQuick(isQuick: boolean) {
    this.#recreate.isQuick = isQuick;
  }

  /** Inserts the next absent request; false once all were tried and the rest stays absent. */
  insertNext(): boolean {
    if (this.#tried < this.absentCount) {
      this.#recreate.insert(this.#absent[this.#tried] as number);
      this.#tried += 1;
      return true;
    }
    this.routes.commit();
    this.#listAbsent();
    this.#measure();
    return false;
  }

  /**
   * One iteration of ruin and recreate, accepted as by simulated annealing; true if the solution has changed. `weighs`: absent
   * requests of less weight are worth any cost.
   */
  change(temperature: number, weighs: boolean): boolean {
    const removed = this.#removeStrings();
    const limits = {
      penalty: this.penalty,
      weight: weighs ? this.#weight : 0,
      cost: this.cost + this.#margin(temperature),
      weights: weighs ? this.weights.of : null,
    };
    const count = this.#recreate.insertAll(this.#candidate, removed, limits);
    return this.#decide(count, count >= 0 && this.#isAccepted(count, limits));
  }

  /** The same, but absent requests cost their price. */
  changePriced(temperature: number): boolean {
    const removed = this.#removeStrings();
    const { prices } = this;
    const limit = this.cost + prices.sum(this.#absent, this.absentCount) + this.#margin(temperature);
    const count = this.#recreate.insertWorthwhile(this.#candidate, removed, prices.of, limit);
    const isAccepted = count >= 0 && this.routes.totalCost + prices.sum(this.#candidate, count) < limit;
    const hasChanged = this.#decide(count, isAccepted);
    prices.advance();
    return hasChanged;
  }

  /** Returns the number of requests that are absent from the candidate. */
  #removeStrings(): number {
    for (let index = 0; index < this.absentCount; index += 1)
      this.#candidate[index] = this.#absent[index] as number;
    return this.#ruin.removeStrings(this.#candidate, this.absentCount);
  }

  /** By how much the cost may increase. */
  #margin(temperature: number): number {
    return -temperature * Math.log(1 - this.#random.next());
  }

  /** Replaces the solution by the candidate if it is accepted, else goes back. */
  #decide(count: number, isAccepted: boolean): boolean {
    if (!isAccepted) {
      this.routes.rollback();
      return false;
    }
    const former = this.#absent;
    this.#absent = this.#candidate;
    this.#candidate = former;
    this.absentCount = count;
    this.routes.commit();
    this.#measure();
    return true;
  }

  #isAccepted(count: number, limits: { readonly weight: number; readonly cost: number }): boolean {
    const penalty = this.#sumPenalties(this.#candidate, count);
    if (penalty < this.penalty || this.weights.sum(this.#candidate, count) < limits.weight) return true;
    return penalty === this.penalty && this.routes.totalCost < limits.cost;
  }

  /** Absent requests gain weight; then one of them is inserted in place of others that are easier to insert, if `exchanges`. */
  weigh(exchanges: boolean): void {
    this.weights.grow(this.#absent, this.absentCount);
    if (exchanges && this.absentCount > 0) this.#exchange();
    this.#weight = this.weights.sum(this.#absent, this.absentCount);
  }

  #exchange(): void {
    const slot = this.#random.below(this.absentCount);
    const count = this.#ejection.exchange(this.#absent, this.absentCount, slot, this.weights.of);
    if (count < 0) return;
    this.absentCount = count;
    this.#measure();
  }

  /** Takes the requests of a vehicle out and closes it. */
  empty(vehicle: number): void {
    this.fleet.close(vehicle);
    this.absentCount = this.#ruin.removeRoute(vehicle, this.#absent, this.absentCount);
    this.fleet.closeEmpty();
    this.routes.commit();
    this.#measure();
  }

  /** Leaves so many vehicles at most, those with the most requests, and gives absent requests their first price. */
  priceAbsences(vehicles: number, meanCost: number): void {
    this.prices.reset(meanCost);
    this.fleet.closeEmpty();
    while (this.fleet.used > vehicles) {
      const vehicle = this.fleet.easiest(this.prices.of);
      if (vehicle < 0) return;
      this.empty(vehicle);
    }
  }

  /** Builds a solution from nothing, with what was learned about requests forgotten: it would lead back to the same region. */
  restart(): void {
    for (let vehicle = 0; vehicle < this.#compiled.vehicleCount; vehicle += 1)
      this.#ruin.removeRoute(vehicle, this.#absent, 0);
    this.weights.forget();
    this.fleet.openAll();
    this.#insertAbsent();
  }

  /** Replaces all routes, and inserts the other requests where it can with at most so many vehicles. */
  replace(routes: readonly (readonly number[])[], vehicles: number): void {
    this.routes.replaceAll(routes);
    this.weights.forget();
    this.fleet.openUsed();
    this.fleet.openUpTo(vehicles);
    this.#insertAbsent();
  }

  #insertAbsent(): void {
    this.#listAbsent();
    // One call inserts all requests: it may not take longer than a slice.
    this.#recreate.isQuick = true;
    this.absentCount = this.#recreate.insertAll(this.#absent, this.absentCount);
    this.#recreate.isQuick = false;
    this.routes.commit();
    this.#measure();
  }

  restore(kept: KeptRoutes): void {
    kept.restore();
    this.#listAbsent();
    this.#measure();
  }

  #listAbsent(): void {
    this.absentCount = 0;
    for (let request = 0; request < this.#compiled.requestCount; request += 1)
      if (!this.routes.isServed(request)) {
        this.#absent[this.absentCount] = request;
        this.absentCount += 1;
      }
  }

  #measure(): void {
    this.penalty = this.#sumPenalties(this.#absent, this.absentCount);
    this.#weight = this.weights.sum(this.#absent, this.absentCount);
    this.cost = this.routes.totalCost;
  }

  #sumPenalties(absent: Int32Array, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index += 1)
      sum += this.#compiled.penalty[absent[index] as number] as number;
    return sum;
  }
}
