// The search: slack induction by string removals (SISR, Christiaens and Vanden Berghe 2020) for requests of several stops.
// First it serves all requests and, where vehicles come first, empties one vehicle after the other; requests gain weight
// while they are absent, so that the search learns which ones are hard, and ejects others for them. Then it lowers the
// cost by simulated annealing.
// With a minimal fleet, annealing does not leave the region in which it begins, and regions differ by several percent. So
// there are short rounds first: each takes a vehicle out of the best solution, tries to do without it, gives it back and
// anneals. In long runs, each begins from nothing instead, empties vehicles for as long as that succeeds, and anneals if it
// has as few as the best solution: other regions and smaller fleets are reached more often. The last annealing continues from
// the best of them. `best` is complete and feasible at any moment.
import { AbsenceWeights } from './absence-weights.ts';
import type { CompiledProblem } from './compiled-problem.ts';
import { Ejection } from './ejection.ts';
import { Fleet } from './fleet.ts';
import { KeptRoutes } from './kept-routes.ts';
import { loadCurrentPlan } from './load-current-plan.ts';
import { Random } from './random.ts';
import { Recreate } from './recreate.ts';
import { Routes } from './routes.ts';
import { Ruin } from './ruin.ts';
import {
  ATTEMPT_SHARE,
  EMPTY_SHARE,
  emptyUntil,
  isLong,
  NO_ROUNDS,
  type Rounds,
  roundsFrom,
  SMALLER_FLEET_SHARE,
} from './run-schedule.ts';
import { EJECTION_TEMPERATURE, TEMPERATURES, TEMPERATURES_OF_MINIMAL_FLEET } from './temperatures.ts';

/** Share of a round in which it tries to do without a vehicle. */
const ROUND_EMPTY_SHARE = 0.12;
const ITERATIONS_BETWEEN_EXCHANGES = 3;
const ITERATIONS_BETWEEN_ESTIMATES = 1024;
/** So many trials of an exchange take about as long as an iteration. */
const TRIALS_PER_ITERATION = 25;
const COST_TOLERANCE = 1e-7;

export interface Score {
  readonly unserved: number;
  /** Weighted by priority. */
  readonly penalty: number;
  readonly vehicles: number;
  readonly cost: number;
}

/**
 * empty: serve all requests, with fewer and fewer vehicles. restart: the same, from nothing. fill: serve them with as many
 * vehicles as in the best solution. save: lower the cost.
 */
type Phase = 'empty' | 'fill' | 'restart' | 'save';

export class Search {
  readonly routes: Routes;
  iterations = 0;
  /** Score of the best solution so far. */
  best: Score = { unserved: Infinity, penalty: Infinity, vehicles: Infinity, cost: Infinity };

  readonly #compiled: CompiledProblem;
  readonly #random: Random;
  readonly #ruin: Ruin;
  readonly #recreate: Recreate;
  readonly #ejection: Ejection;
  readonly #fleet: Fleet;
  readonly #vehiclesFirst: boolean;
  readonly #bestRoutes: KeptRoutes;
  /** The last solution of this round that served all requests. */
  readonly #servingRoutes: KeptRoutes;
  #servingVehicles = Infinity;
  /** Absent requests of the current solution, and of the candidate. */
  #absent: Int32Array;
  #absentCount = 0;
  #candidate: Int32Array;
  readonly #weights: AbsenceWeights;
  #penalty = 0;
  #weight = 0;
  #cost = 0;
  #isConstructed = false;
  /** Requests that `construct` has tried. */
  #constructed = 0;
  #phase: Phase = 'empty';
  #progress = 0;
  /** Progress at the begin and the end of the phase. */
  #phaseFrom = 0;
  #phaseUntil = EMPTY_SHARE;
  /** Progress when a vehicle was emptied last. */
  #emptiedAt = 0;
  /** null until vehicles have been emptied for the first time. */
  #rounds: Rounds | null = null;
  /** Progress at the end of the round. */
  #roundUntil = 0;
  #isAfterRounds = false;
  #temperatureScale = 1;

  constructor(compiled: CompiledProblem, seed: number) {
    this.#compiled = compiled;
    this.#random = new Random(seed);
    this.routes = new Routes(compiled);
    this.#ruin = new Ruin(compiled, this.routes, this.#random);
    this.#recreate = new Recreate(compiled, this.routes, this.#random);
    this.#ejection = new Ejection(compiled, this.routes, this.#random);
    this.#fleet = new Fleet(compiled, this.routes, this.#recreate.closed);
    this.#vehiclesFirst = compiled.problem.objective?.vehicles === 'first';
    this.#bestRoutes = new KeptRoutes(compiled, this.routes);
    this.#servingRoutes = new KeptRoutes(compiled, this.routes);
    this.#absent = new Int32Array(compiled.requestCount);
    this.#candidate = new Int32Array(compiled.requestCount);
    this.#weights = new AbsenceWeights(compiled);
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
    if (this.iterations % ITERATIONS_BETWEEN_ESTIMATES === 0) this.#estimateFirstPhase();
    if (this.#progress >= this.#phaseUntil && this.#phaseUntil < 1) this.#startNextPhase();
    for (let index = 0; index < this.#absentCount; index += 1)
      this.#candidate[index] = this.#absent[index] as number;
    let count = this.#ruin.removeStrings(this.#candidate, this.#absentCount);
    const costLimit = this.#cost - this.#temperature() * Math.log(1 - this.#random.next());
    count = this.#insertAll(count, costLimit);
    const absent = this.#candidate;
    if (count >= 0 && this.#isAccepted(count, costLimit)) {
      this.routes.commit();
      this.#candidate = this.#absent;
      this.#absent = absent;
      this.#absentCount = count;
      this.#measureCurrent();
      this.#keepIfBest();
    } else this.routes.rollback();
    if (this.#phase !== 'save') {
      this.#weights.grow(this.#absent, this.#absentCount);
      if (this.#isEjecting && this.iterations % ITERATIONS_BETWEEN_EXCHANGES === 0) this.#exchange();
      this.#weight = this.#weights.sum(this.#absent, this.#absentCount);
      this.#leaveServingIfDone();
    }
  }

  /** Inserts an absent request in place of others that are easier to insert. */
  #exchange(): void {
    if (this.#absentCount === 0) return;
    const slot = this.#random.below(this.#absentCount);
    const count = this.#ejection.exchange(this.#absent, this.#absentCount, slot, this.#weights.of);
    if (count < 0) return;
    this.#absentCount = count;
    this.#measureCurrent();
  }

  get #isBeforeRounds(): boolean {
    return this.#rounds === null;
  }

  /** Whether absent requests may replace others. */
  get #isEjecting(): boolean {
    return this.#phase === 'restart' || (this.#phase !== 'save' && this.#isBeforeRounds);
  }

  /** Each phase cools down from the first to the last temperature, except those that eject to save vehicles. */
  #temperature(): number {
    if (this.#vehiclesFirst && this.#isEjecting) return this.#temperatureScale * EJECTION_TEMPERATURE;
    const isHot = this.#vehiclesFirst && isLong(this.#expectedIterationsPerRequest());
    const temperatures = isHot ? TEMPERATURES_OF_MINIMAL_FLEET : TEMPERATURES;
    const first = this.#isAfterRounds ? temperatures.afterRounds : temperatures.first;
    const elapsed = (this.#progress - this.#phaseFrom) / Math.max(this.#phaseUntil - this.#phaseFrom, 1e-9);
    return this.#temperatureScale * first * (temperatures.last / first) ** elapsed;
  }

  /** Returns the number of requests that stay absent, or -1 if the candidate cannot be accepted any more. */
  #insertAll(count: number, costLimit: number): number {
    const weights = this.#phase === 'save' ? null : this.#weights.of;
    const weight = this.#phase === 'save' ? 0 : this.#weight;
    return this.#recreate.insertAll(this.#candidate, count, {
      penalty: this.#penalty,
      weight,
      cost: costLimit,
      weights,
    });
  }

  #isAccepted(absentCount: number, costLimit: number): boolean {
    const penalty = this.#sumPenalties(this.#candidate, absentCount);
    if (penalty < this.#penalty) return true;
    if (this.#phase !== 'save' && this.#weights.sum(this.#candidate, absentCount) < this.#weight) return true;
    if (penalty > this.#penalty) return false;
    return this.routes.totalCost < costLimit;
  }

  #sumPenalties(absent: Int32Array, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index += 1)
      sum += this.#compiled.penalty[absent[index] as number] as number;
    return sum;
  }

  #measureCurrent(): void {
    this.#penalty = this.#sumPenalties(this.#absent, this.#absentCount);
    this.#weight = this.#weights.sum(this.#absent, this.#absentCount);
    this.#cost = this.routes.totalCost;
  }

  #keepIfBest(): void {
    const { best } = this;
    if (this.#penalty > best.penalty) return;
    const vehicles = this.#fleet.used;
    if (this.#penalty === best.penalty) {
      if (this.#vehiclesFirst && vehicles > best.vehicles) return;
      const isEqual = !this.#vehiclesFirst || vehicles === best.vehicles;
      if (isEqual && this.#cost >= best.cost - COST_TOLERANCE) return;
    }
    this.#bestRoutes.keep();
    this.best = { unserved: this.#absentCount, penalty: this.#penalty, vehicles, cost: this.#cost };
  }

  #startPhase(phase: Phase, until: number): void {
    this.#phase = phase;
    this.#phaseFrom = this.#progress;
    this.#phaseUntil = until;
  }

  /** The time of the phase is over. */
  #startNextPhase(): void {
    if (this.#isBeforeRounds) this.#leaveFirstPhase();
    else if (this.#phase === 'restart' && this.#servingVehicles <= this.best.vehicles) {
      this.#restore(this.#servingRoutes);
      this.#startSavingCost(this.#beginRound());
    } else if (this.#phase === 'empty') {
      this.#startPhase('fill', this.#roundUntil);
      this.#fleet.openUpTo(this.best.vehicles);
    } else if (this.#hasNextRound) this.#startRound();
    else {
      this.#restore(this.#bestRoutes);
      this.#isAfterRounds = true;
      this.#startSavingCost(1);
    }
  }

  #leaveFirstPhase(): void {
    const mayHaveRounds = this.#vehiclesFirst && this.best.unserved === 0;
    this.#rounds = mayHaveRounds
      ? roundsFrom(this.#progress, this.#expectedIterationsPerRequest())
      : NO_ROUNDS;
    this.#restore(this.#bestRoutes);
    // The first round anneals the solution as it is.
    this.#startSavingCost(this.#hasNextRound ? this.#beginRound() : 1);
  }

  get #hasNextRound(): boolean {
    const { length, until } = this.#rounds ?? NO_ROUNDS;
    return this.#progress + length / 2 < until;
  }

  /** Returns its end. */
  #beginRound(): number {
    this.#roundUntil = this.#progress + (this.#rounds ?? NO_ROUNDS).length;
    return this.#roundUntil;
  }

  #startRound(): void {
    const { length, areRestarts } = this.#rounds ?? NO_ROUNDS;
    if (areRestarts) {
      this.#startPhase('restart', this.#progress + ATTEMPT_SHARE);
      this.#restart();
      return;
    }
    this.#restore(this.#bestRoutes);
    this.#beginRound();
    this.#startPhase('empty', this.#progress + length * ROUND_EMPTY_SHARE);
    this.#fleet.openUsed();
    this.#emptyNextVehicle();
  }

  /** Builds a solution from nothing, with what was learned about requests forgotten: it would lead back to the same region. */
  #restart(): void {
    for (let vehicle = 0; vehicle < this.#compiled.vehicleCount; vehicle += 1)
      this.#ruin.removeRoute(vehicle, this.#absent, 0);
    this.#listAbsent();
    this.#weights.forget();
    this.#servingVehicles = Infinity;
    this.#fleet.openAll();
    // One call inserts all requests: it may not take longer than a slice.
    this.#recreate.isQuick = true;
    this.#absentCount = this.#recreate.insertAll(this.#absent, this.#absentCount);
    this.#recreate.isQuick = false;
    this.routes.commit();
    this.#measureCurrent();
    this.#leaveServingIfDone();
  }

  /** The first estimates are low, because slow code is not compiled yet. */
  #estimateFirstPhase(): void {
    if (this.#vehiclesFirst && this.#isBeforeRounds && this.#phase === 'empty')
      this.#phaseUntil = emptyUntil(this.#expectedIterationsPerRequest(), this.#emptiedAt);
  }

  /** In the whole run, estimated from its begin. */
  #expectedIterationsPerRequest(): number {
    const done = this.iterations + this.#ejection.trialCount / TRIALS_PER_ITERATION;
    return done / Math.max(this.#progress, 1e-9) / this.#compiled.requestCount;
  }

  /** All requests are served: empty the next vehicle, or lower the cost. */
  #leaveServingIfDone(): void {
    if (this.#phase === 'save' || this.#absentCount > 0) return;
    if (this.#phase === 'fill') this.#startSavingCost(this.#roundUntil);
    else if (!this.#vehiclesFirst) this.#startSavingCost(1);
    else this.#emptyNextVehicle();
  }

  #emptyNextVehicle(): void {
    const vehicle = this.#fleet.easiest(this.#weights.of);
    if (vehicle < 0) {
      this.#rounds = NO_ROUNDS;
      this.#startSavingCost(1);
      return;
    }
    if (this.#isBeforeRounds) {
      this.#emptiedAt = this.#progress;
      this.#estimateFirstPhase();
    } else if (this.#phase === 'restart') {
      this.#servingRoutes.keep();
      this.#servingVehicles = this.#fleet.used;
      const share = this.#servingVehicles > this.best.vehicles ? ATTEMPT_SHARE : SMALLER_FLEET_SHARE;
      this.#phaseUntil = this.#progress + share;
    }
    this.#fleet.close(vehicle);
    this.#absentCount = this.#ruin.removeRoute(vehicle, this.#absent, 0);
    this.#fleet.closeEmpty();
    this.routes.commit();
    this.#measureCurrent();
  }

  #startSavingCost(until: number): void {
    this.#startPhase('save', until);
    this.#setTemperatureScale();
    if (this.#vehiclesFirst && this.#absentCount === 0) this.#fleet.openUsed();
    else this.#fleet.openAll();
  }

  #restore(kept: KeptRoutes): void {
    kept.restore();
    this.#listAbsent();
    this.#measureCurrent();
  }

  /** Nodes of each vehicle in the best solution; the current solution is left as it is. */
  bestRoutes(): number[][] {
    if (this.#isConstructed) return this.#bestRoutes.nodes();
    return Array.from({ length: this.#compiled.vehicleCount }, (_, vehicle) => this.routes.nodesOf(vehicle));
  }
}
