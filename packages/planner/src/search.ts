// The search: slack induction by string removals (SISR, Christiaens and Vanden Berghe 2020) for requests of several stops.
// Phase 1 serves all requests and, where vehicles come first, empties one vehicle after the other; requests that stay
// absent often gain weight, so that the search learns which ones are hard. Phase 2 lowers the cost by simulated
// annealing. `best` is complete and feasible at any moment.
import type { CompiledProblem } from './compiled-problem.ts';
import { loadCurrentPlan } from './load-current-plan.ts';
import { Random } from './random.ts';
import { Recreate } from './recreate.ts';
import { Routes } from './routes.ts';
import { Ruin } from './ruin.ts';

/** Share of the time for phase 1, at most. */
const SERVE_SHARE = 0.4;
/** Temperatures, relative to the mean cost of a request. */
const FIRST_TEMPERATURE = 0.7;
const LAST_TEMPERATURE = 0.005;
const COST_TOLERANCE = 1e-7;

export interface Score {
  readonly unserved: number;
  /** Weighted by priority. */
  readonly penalty: number;
  readonly vehicles: number;
  readonly cost: number;
}

export class Search {
  readonly routes: Routes;
  iterations = 0;
  /** Score of the best solution so far. */
  best: Score = { unserved: Infinity, penalty: Infinity, vehicles: Infinity, cost: Infinity };

  readonly #compiled: CompiledProblem;
  readonly #random: Random;
  readonly #ruin: Ruin;
  readonly #recreate: Recreate;
  readonly #vehiclesFirst: boolean;
  readonly #bestNext: Int32Array;
  /** Absent requests of the current solution, and of the candidate. */
  #absent: Int32Array;
  #absentCount = 0;
  #candidate: Int32Array;
  readonly #absences: Float64Array;
  #penalty = 0;
  #absenceSum = 0;
  #cost = 0;
  #isConstructed = false;
  /** Requests that `construct` has tried. */
  #constructed = 0;
  #isServing = true;
  #progress = 0;
  /** Progress at the begin of phase 2. */
  #savingSince = 0;
  #temperatureScale = 1;

  constructor(compiled: CompiledProblem, seed: number) {
    this.#compiled = compiled;
    this.#random = new Random(seed);
    this.routes = new Routes(compiled);
    this.#ruin = new Ruin(compiled, this.routes, this.#random);
    this.#recreate = new Recreate(compiled, this.routes, this.#random);
    this.#vehiclesFirst = compiled.problem.objective?.vehicles === 'first';
    this.#bestNext = new Int32Array(compiled.nodeCount);
    this.#absent = new Int32Array(compiled.requestCount);
    this.#candidate = new Int32Array(compiled.requestCount);
    this.#absences = new Float64Array(compiled.requestCount);
    loadCurrentPlan(compiled, this.routes);
    this.#listAbsent();
    this.#recreate.sort(this.#absent, this.#absentCount);
    this.#recreate.openVehicles();
  }

  /** Inserts the next request of the first solution; false once it is complete. */
  construct(): boolean {
    if (this.#isConstructed) return false;
    if (this.#constructed < this.#absentCount) {
      const request = this.#absent[this.#constructed] as number;
      this.#recreate.insert(request);
      this.#constructed += 1;
      return true;
    }
    this.#isConstructed = true;
    this.routes.commit();
    this.#listAbsent();
    this.#measureCurrent();
    this.#setTemperatureScale();
    this.#keepIfBest();
    this.#leaveServingIfDone();
    return false;
  }

  /** Completes the first solution at once, with a quick search for insertions: nearly any plan is better than none. */
  finishConstruction(): void {
    this.#recreate.isQuick = true;
    while (!this.#isConstructed) this.construct();
    this.#recreate.isQuick = false;
  }

  #listAbsent(): void {
    this.#absentCount = 0;
    for (let request = 0; request < this.#compiled.requestCount; request += 1)
      if (!this.routes.isServed(request)) {
        this.#absent[this.#absentCount] = request;
        this.#absentCount += 1;
      }
  }

  #setTemperatureScale(): void {
    const served = this.#compiled.requestCount - this.#absentCount;
    this.#temperatureScale = this.#cost / Math.max(1, served);
  }

  /** One iteration of ruin and recreate. `progress` grows from 0 to 1 over the run and sets the temperature. */
  iterate(progress: number): void {
    this.iterations += 1;
    this.#progress = Math.min(1, progress);
    if (this.#isServing && progress >= SERVE_SHARE) this.#startSavingCost();
    for (let index = 0; index < this.#absentCount; index += 1)
      this.#candidate[index] = this.#absent[index] as number;
    let count = this.#ruin.removeStrings(this.#candidate, this.#absentCount);
    count = this.#recreate.insertAll(this.#candidate, count);
    const absent = this.#candidate;
    if (this.#isAccepted(count)) {
      this.routes.commit();
      this.#candidate = this.#absent;
      this.#absent = absent;
      this.#absentCount = count;
      this.#measureCurrent();
      this.#keepIfBest();
    } else this.routes.rollback();
    if (this.#isServing) {
      // Also a rejected candidate shows which requests are hard to insert.
      for (let index = 0; index < count; index += 1) {
        const request = absent[index] as number;
        this.#absences[request] = (this.#absences[request] as number) + 1;
      }
      this.#absenceSum = this.#sumAbsences(this.#absent, this.#absentCount);
      this.#leaveServingIfDone();
    }
  }

  /** Each phase cools down from the first to the last temperature. */
  #temperature(): number {
    const ratio = LAST_TEMPERATURE / FIRST_TEMPERATURE;
    const from = this.#isServing ? 0 : this.#savingSince;
    const to = this.#isServing ? SERVE_SHARE : 1;
    const elapsed = (this.#progress - from) / Math.max(to - from, 1e-9);
    return this.#temperatureScale * FIRST_TEMPERATURE * ratio ** elapsed;
  }

  #isAccepted(absentCount: number): boolean {
    const penalty = this.#sumPenalties(this.#candidate, absentCount);
    if (penalty < this.#penalty) return true;
    if (this.#isServing && this.#sumAbsences(this.#candidate, absentCount) < this.#absenceSum) return true;
    if (penalty > this.#penalty) return false;
    return this.routes.totalCost < this.#cost - this.#temperature() * Math.log(1 - this.#random.next());
  }

  #sumPenalties(absent: Int32Array, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index += 1)
      sum += this.#compiled.penalty[absent[index] as number] as number;
    return sum;
  }

  #sumAbsences(absent: Int32Array, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index += 1) {
      const request = absent[index] as number;
      sum += (this.#absences[request] as number) * (this.#compiled.penalty[request] as number);
    }
    return sum;
  }

  #measureCurrent(): void {
    this.#penalty = this.#sumPenalties(this.#absent, this.#absentCount);
    this.#absenceSum = this.#sumAbsences(this.#absent, this.#absentCount);
    this.#cost = this.routes.totalCost;
  }

  #vehiclesUsed(): number {
    const { size } = this.routes;
    let used = 0;
    for (let vehicle = 0; vehicle < size.length; vehicle += 1) if (size[vehicle] !== 0) used += 1;
    return used;
  }

  #keepIfBest(): void {
    const { best } = this;
    if (this.#penalty > best.penalty) return;
    const vehicles = this.#vehiclesUsed();
    if (this.#penalty === best.penalty) {
      if (this.#vehiclesFirst && vehicles > best.vehicles) return;
      const isEqual = !this.#vehiclesFirst || vehicles === best.vehicles;
      if (isEqual && this.#cost >= best.cost - COST_TOLERANCE) return;
    }
    this.#bestNext.set(this.routes.next);
    this.best = { unserved: this.#absentCount, penalty: this.#penalty, vehicles, cost: this.#cost };
  }

  /** All requests are served: empty the next vehicle, or go on to phase 2. */
  #leaveServingIfDone(): void {
    if (!this.#isServing || this.#absentCount > 0) return;
    const vehicle = this.#vehiclesFirst ? this.#easiestVehicle() : -1;
    if (vehicle < 0) {
      this.#startSavingCost();
      return;
    }
    this.#recreate.closed[vehicle] = 1;
    this.#absentCount = this.#ruin.removeRoute(vehicle, this.#absent, 0);
    this.#closeEmptyVehicles();
    this.routes.commit();
    this.#measureCurrent();
  }

  /** The used vehicle whose requests were absent least; -1 if none can be emptied. */
  #easiestVehicle(): number {
    const { requestOf } = this.#compiled;
    let [easiest, least] = [-1, Infinity];
    for (let vehicle = 0; vehicle < this.#compiled.vehicleCount; vehicle += 1) {
      if (this.routes.size[vehicle] === 0) continue;
      let sum = 0;
      for (const node of this.routes.nodesOf(vehicle)) {
        const request = requestOf[node] as number;
        if (request < 0) continue;
        sum += this.routes.pinned[request] === 1 ? Infinity : (this.#absences[request] as number);
      }
      if (sum < least) [easiest, least] = [vehicle, sum];
    }
    return this.#vehiclesUsed() > 1 ? easiest : -1;
  }

  #closeEmptyVehicles(): void {
    for (let vehicle = 0; vehicle < this.#compiled.vehicleCount; vehicle += 1)
      if (this.routes.size[vehicle] === 0) this.#recreate.closed[vehicle] = 1;
  }

  #startSavingCost(): void {
    this.#isServing = false;
    this.#savingSince = this.#progress;
    this.#restoreBest();
    this.#setTemperatureScale();
    this.#recreate.closed.fill(0);
    if (this.#vehiclesFirst && this.#absentCount === 0) this.#closeEmptyVehicles();
  }

  /** Makes the best solution the current one. */
  #restoreBest(): void {
    const { stopCount } = this.#compiled;
    this.routes.commit();
    this.routes.vehicleOf.fill(-1, 0, stopCount);
    for (const [vehicle, nodes] of this.bestRoutes().entries()) this.routes.setRoute(vehicle, nodes);
    this.#listAbsent();
    this.#measureCurrent();
  }

  /** Nodes of each vehicle in the best solution; the current solution is left as it is. */
  bestRoutes(): number[][] {
    const { vehicleCount, firstStart, firstEnd } = this.#compiled;
    const next = this.#isConstructed ? this.#bestNext : this.routes.next;
    return Array.from({ length: vehicleCount }, (_, vehicle) => {
      const nodes: number[] = [];
      let node = next[firstStart + vehicle] as number;
      for (; node !== firstEnd + vehicle; node = next[node] as number) nodes.push(node);
      return nodes;
    });
  }
}
