// The search: slack induction by string removals (SISR, Christiaens and Vanden Berghe 2020) for requests of several stops.
// First it serves all requests and, where vehicles come first, empties one vehicle after the other; requests gain weight
// while they are absent, so that the search learns which ones are hard, and ejects others for them. Then it lowers the
// cost by simulated annealing.
// With a minimal fleet, annealing does not leave the region in which it begins, and regions differ by several percent. So
// there are short rounds first: each takes a vehicle out of the best solution, tries to do without it, gives it back and
// anneals. In long runs, and with few vehicles, each begins from nothing instead, anneals with all vehicles, empties
// vehicles for as long as that succeeds, and anneals again if it has as few as the best solution: other regions and smaller
// fleets are reached more often. With few vehicles, several are emptied at once, and absent requests have a price while the
// cost is lowered. After each round, routes of all rounds are combined, if that makes a better solution. The last annealing
// continues from the best one. `best` is complete and feasible at any moment.
import type { CompiledProblem } from './compiled-problem.ts';
import { CurrentSolution } from './current-solution.ts';
import { KeptRoutes } from './kept-routes.ts';
import { PricedFleet } from './priced-fleet.ts';
import { Random } from './random.ts';
import { RoutePool } from './route-pool.ts';
import {
  ATTEMPT_SHARE,
  COMBINING_SHARE,
  EMPTY_SHARE,
  emptyUntil,
  isLong,
  isSmallFleet,
  MEASURED_SHARE,
  NO_ROUNDS,
  type Rounds,
  roundsFrom,
  SMALLER_FLEET_SHARE,
} from './run-schedule.ts';
import {
  EJECTION_TEMPERATURE,
  TEMPERATURES,
  TEMPERATURES_OF_MINIMAL_FLEET,
  type Temperatures,
} from './temperatures.ts';

/** Share of a round in which it tries to do without a vehicle. */
const ROUND_EMPTY_SHARE = 0.12;
const ITERATIONS_BETWEEN_EXCHANGES = 3;
const ITERATIONS_BETWEEN_ESTIMATES = 1024;
/** So many trials of an exchange take about as long as an iteration. */
const TRIALS_PER_ITERATION = 25;
const COST_TOLERANCE = 1e-7;
const ITERATIONS_BETWEEN_POOLED = 4;

export interface Score {
  readonly unserved: number;
  /** Weighted by priority. */
  readonly penalty: number;
  readonly vehicles: number;
  readonly cost: number;
}

/**
 * empty: serve all requests, with fewer and fewer vehicles. open: lower the cost of a solution built from nothing, with all
 * vehicles. price: the same with as many vehicles as in the best solution, or one less, while absent requests have a price.
 * restart: serve all requests, and empty vehicles. fill: serve all requests with as many vehicles as in the best solution.
 * save: lower the cost. combine: look for a better solution among the routes of all rounds.
 */
type Phase = 'empty' | 'open' | 'price' | 'restart' | 'fill' | 'save' | 'combine';

type Begin = keyof Omit<Temperatures, 'last'>;

export class Search {
  iterations = 0;
  /** Score of the best solution so far. */
  best: Score = { unserved: Infinity, penalty: Infinity, vehicles: Infinity, cost: Infinity };

  readonly #compiled: CompiledProblem;
  readonly #random: Random;
  readonly #current: CurrentSolution;
  readonly #vehiclesFirst: boolean;
  readonly #bestRoutes: KeptRoutes;
  /** The last solution of this round that served all requests. */
  readonly #servingRoutes: KeptRoutes;
  #servingVehicles = Infinity;
  /** The best solution of this annealing. */
  readonly #roundRoutes: KeptRoutes;
  #round: Pick<Score, 'vehicles' | 'cost'> = { vehicles: Infinity, cost: Infinity };
  readonly #pool: RoutePool;
  #combination: Generator<undefined, number[][] | null> | null = null;
  #isConstructed = false;
  #phase: Phase = 'empty';
  #progress = 0;
  /** Progress at the begin and the end of the phase. */
  #phaseFrom = 0;
  #phaseUntil = EMPTY_SHARE;
  /** Progress when a vehicle was emptied last. */
  #emptiedAt = 0;
  /** null until vehicles have been emptied for the first time. */
  #rounds: Rounds | null = null;
  /** Number of iterations at the begin of the annealing that measures their speed. */
  #measuredFrom = 0;
  /** Progress at the end of the round. */
  #roundUntil = 0;
  readonly #pricedFleet = new PricedFleet();
  /** With which temperature the annealing begins. */
  #begin: Begin = 'first';
  #temperatureScale = 1;

  constructor(compiled: CompiledProblem, seed: number) {
    this.#compiled = compiled;
    this.#random = new Random(seed);
    this.#current = new CurrentSolution(compiled, this.#random);
    this.#vehiclesFirst = compiled.problem.objective?.vehicles === 'first';
    this.#bestRoutes = new KeptRoutes(compiled, this.#current.routes);
    this.#servingRoutes = new KeptRoutes(compiled, this.#current.routes);
    this.#roundRoutes = new KeptRoutes(compiled, this.#current.routes);
    this.#pool = new RoutePool(compiled, this.#current.routes);
  }

  /** Inserts the next request of the first solution; false once it is complete. */
  construct(): boolean {
    if (this.#isConstructed) return false;
    if (this.#current.insertNext()) return true;
    this.#isConstructed = true;
    this.#setTemperatureScale();
    this.#keepIfBest();
    this.#leaveServingIfDone();
    return false;
  }

  /** Completes the first solution at once, with a quick search for insertions: nearly any plan is better than none. */
  finishConstruction(): void {
    this.#current.isQuick = true;
    while (!this.#isConstructed) this.construct();
    this.#current.isQuick = false;
  }

  #setTemperatureScale(): void {
    const served = this.#compiled.requestCount - this.#current.absentCount;
    this.#temperatureScale = this.#current.cost / Math.max(1, served);
  }

  /** One iteration of ruin and recreate, or one step of `#combine`. `progress` grows from 0 to 1 and sets the temperature. */
  iterate(progress: number): void {
    this.iterations += 1;
    this.#progress = Math.min(1, progress);
    if (this.iterations % ITERATIONS_BETWEEN_ESTIMATES === 0) this.#estimateFirstPhase();
    if (this.#progress >= this.#phaseUntil && this.#phaseUntil < 1) this.#startNextPhase();
    if (this.#phase === 'combine') this.#combine();
    else if (this.#phase === 'price') this.#lowerCostAndPrices();
    else this.#change();
  }

  #change(): void {
    const isServing = !this.#isAnnealing;
    if (this.#current.change(this.#temperature(), isServing)) {
      this.#keepIfBest();
      if (this.#phase === 'save') this.#keepInRound();
    }
    if (this.iterations % ITERATIONS_BETWEEN_POOLED === 0) this.#keepInPool();
    if (isServing) {
      this.#current.weigh(this.#isEjecting && this.iterations % ITERATIONS_BETWEEN_EXCHANGES === 0);
      this.#leaveServingIfDone();
    }
  }

  #lowerCostAndPrices(): void {
    if (!this.#current.changePriced(this.#temperature())) return;
    this.#keepIfBest();
    this.#keepInRound();
  }

  get #isAnnealing(): boolean {
    return this.#phase === 'save' || this.#phase === 'open';
  }

  get #isBeforeRounds(): boolean {
    return this.#rounds === null;
  }

  get #lengths(): Rounds {
    return this.#rounds ?? NO_ROUNDS;
  }

  /** Whether absent requests may replace others. */
  get #isEjecting(): boolean {
    if (this.#isBeforeRounds) return this.#phase !== 'save';
    return this.#phase === 'restart';
  }

  /** Each phase cools down from the first to the last temperature, except those that eject to save vehicles. */
  #temperature(): number {
    if (this.#vehiclesFirst && this.#isEjecting) return this.#temperatureScale * EJECTION_TEMPERATURE;
    const isHot = this.#vehiclesFirst && isLong(this.#expectedIterations());
    const temperatures = isHot ? TEMPERATURES_OF_MINIMAL_FLEET : TEMPERATURES;
    const first = temperatures[this.#begin];
    const elapsed = (this.#progress - this.#phaseFrom) / Math.max(this.#phaseUntil - this.#phaseFrom, 1e-9);
    return this.#temperatureScale * first * (temperatures.last / first) ** elapsed;
  }

  #keepIfBest(): void {
    const { best } = this;
    const { absentCount, penalty, cost, fleet } = this.#current;
    if (penalty > best.penalty) return;
    const vehicles = fleet.used;
    if (penalty === best.penalty) {
      if (this.#vehiclesFirst && vehicles > best.vehicles) return;
      const isEqual = !this.#vehiclesFirst || vehicles === best.vehicles;
      if (isEqual && cost >= best.cost - COST_TOLERANCE) return;
    }
    this.#bestRoutes.keep();
    this.best = { unserved: absentCount, penalty, vehicles, cost };
  }

  #keepInRound(): void {
    const { absentCount, cost, fleet } = this.#current;
    if (!this.#vehiclesFirst || absentCount > 0 || cost >= this.#round.cost - COST_TOLERANCE) return;
    this.#roundRoutes.keep();
    this.#round = { vehicles: fleet.used, cost };
  }

  #startPhase(phase: Phase, until: number): void {
    this.#phase = phase;
    this.#phaseFrom = this.#progress;
    this.#phaseUntil = Math.min(1, until);
  }

  /** The time of the phase is over. */
  #startNextPhase(): void {
    if (this.#isBeforeRounds) this.#leaveFirstPhase();
    else if (this.#phase === 'open' && this.#lengths.pricedLength > 0) this.#priceAbsences();
    else if (this.#phase === 'open' || this.#phase === 'price') this.#emptyVehiclesOfRound();
    else if (this.#phase === 'restart' && this.#servingVehicles <= this.best.vehicles) {
      this.#current.restore(this.#servingRoutes);
      // Ejections leave high costs.
      const isPriced = this.#servingVehicles === this.#round.vehicles;
      this.#startSavingCost(this.#beginRound(), isPriced ? 'priced' : 'first');
    } else if (this.#phase === 'empty') {
      this.#startPhase('fill', this.#roundUntil);
      this.#current.fleet.openUpTo(this.best.vehicles);
    } else this.#startCombining();
  }

  #startCombining(): void {
    this.#pricedFleet.endRound(this.best, this.#round.cost);
    this.#combination = this.#pool.combine(this.best.vehicles, this.best.cost);
    this.#startPhase('combine', 1);
  }

  /** One step; it ends early if it takes too long. A better solution is annealed briefly, and combined again. */
  #combine(): void {
    const step = this.#combination?.next();
    if (step && !step.done && this.#progress < this.#phaseFrom + COMBINING_SHARE) return;
    this.#combination = null;
    const cost = this.best.cost;
    if (step?.value) {
      this.#current.replace(step.value, this.best.vehicles);
      this.#keepIfBest();
    }
    if (this.best.cost < cost)
      this.#startSavingCost(this.#progress + this.#lengths.combinedLength, 'combined');
    else if (this.#hasNextRound) this.#startRound();
    else {
      this.#current.restore(this.#bestRoutes);
      this.#startSavingCost(1, 'afterRounds');
    }
  }

  #keepInPool(): void {
    const mayCombine = this.#vehiclesFirst && this.#rounds !== NO_ROUNDS;
    if (!mayCombine || this.#phase !== 'save' || this.#current.absentCount > 0) return;
    if (this.#current.fleet.used <= this.best.vehicles) this.#pool.add(this.best.cost);
  }

  #leaveFirstPhase(): void {
    const { unserved, vehicles } = this.best;
    const mayHaveRounds = this.#vehiclesFirst && unserved === 0;
    const isMeasured = this.#phase === 'save';
    this.#current.restore(this.#bestRoutes);
    if (mayHaveRounds && !isMeasured && isSmallFleet(vehicles)) {
      this.#measuredFrom = this.iterations;
      this.#startSavingCost(this.#progress + MEASURED_SHARE);
      return;
    }
    const expected = isMeasured ? this.#measuredIterations() : this.#expectedIterations();
    this.#rounds = mayHaveRounds ? roundsFrom(this.#progress, expected, vehicles) : NO_ROUNDS;
    if (isMeasured && this.#hasNextRound) this.#startCombining();
    // The first round anneals the solution as it is.
    else this.#startSavingCost(this.#hasNextRound ? this.#beginRound() : 1);
  }

  get #hasNextRound(): boolean {
    const { length, openLength, pricedLength, until } = this.#lengths;
    return this.#progress + openLength + pricedLength + length / 2 < until;
  }

  /** Returns its end. */
  #beginRound(): number {
    this.#roundUntil = this.#progress + this.#lengths.length;
    return this.#roundUntil;
  }

  #startRound(): void {
    this.#pricedFleet.startRound(this.best);
    const { length, areRestarts } = this.#lengths;
    if (areRestarts) this.#restart();
    else {
      this.#current.restore(this.#bestRoutes);
      this.#beginRound();
      this.#startPhase('empty', this.#progress + length * ROUND_EMPTY_SHARE);
      this.#current.fleet.openUsed();
      this.#emptyNextVehicle();
    }
  }

  /** A solution of low cost with more vehicles leads to regions in which few vehicles are cheap, too. */
  #restart(): void {
    this.#current.restart();
    this.#round = { vehicles: Infinity, cost: Infinity };
    this.#begin = 'first';
    this.#startPhase('open', this.#progress + this.#lengths.openLength);
  }

  /** Few vehicles at once: if they were emptied one by one, the cost would rise with each. */
  #priceAbsences(): void {
    this.#setTemperatureScale();
    const vehicles = this.#pricedFleet.vehicles(this.best, this.#lengths.triesSmallerFleet);
    this.#current.priceAbsences(vehicles, this.#temperatureScale);
    this.#begin = 'priced';
    this.#startPhase('price', this.#progress + this.#lengths.pricedLength);
  }

  #emptyVehiclesOfRound(): void {
    if (this.#round.cost < Infinity) this.#current.restore(this.#roundRoutes);
    this.#startPhase('restart', this.#progress + ATTEMPT_SHARE);
    this.#servingVehicles = Infinity;
    this.#leaveServingIfDone();
  }

  /** The first estimates are low, because slow code is not compiled yet. */
  #estimateFirstPhase(): void {
    if (this.#vehiclesFirst && this.#isBeforeRounds && this.#phase === 'empty')
      this.#phaseUntil = emptyUntil(this.#expectedIterations(), this.#emptiedAt);
  }

  /** In the whole run, per request, estimated from its begin. */
  #expectedIterations(): number {
    const done = this.iterations + this.#current.trialCount / TRIALS_PER_ITERATION;
    return this.#iterationsPerRequest(done, this.#progress);
  }

  /** The same, estimated from the annealing before the rounds. */
  #measuredIterations(): number {
    return this.#iterationsPerRequest(this.iterations - this.#measuredFrom, this.#progress - this.#phaseFrom);
  }

  #iterationsPerRequest(done: number, share: number): number {
    return done / Math.max(share, 1e-9) / this.#compiled.requestCount;
  }

  /** All requests are served: empty the next vehicle, or lower the cost. */
  #leaveServingIfDone(): void {
    if (this.#isAnnealing || this.#current.absentCount > 0) return;
    if (this.#phase === 'fill') this.#startSavingCost(this.#roundUntil);
    else if (!this.#vehiclesFirst) this.#startSavingCost(1);
    else this.#emptyNextVehicle();
  }

  #emptyNextVehicle(): void {
    const vehicle = this.#current.fleet.easiest(this.#current.weights.of);
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
      this.#servingVehicles = this.#current.fleet.used;
      const share = this.#servingVehicles > this.best.vehicles ? ATTEMPT_SHARE : SMALLER_FLEET_SHARE;
      this.#phaseUntil = this.#progress + share;
    }
    this.#current.empty(vehicle);
  }

  #startSavingCost(until: number, begin: Begin = 'first'): void {
    this.#startPhase('save', until);
    this.#begin = begin;
    this.#setTemperatureScale();
    if (this.#vehiclesFirst && this.#current.absentCount === 0) this.#current.fleet.openUsed();
    else this.#current.fleet.openAll();
    this.#round = { vehicles: Infinity, cost: Infinity };
    this.#keepInRound();
  }

  /** Nodes of each vehicle in the best solution; the current solution is left as it is. */
  bestRoutes(): number[][] {
    if (this.#isConstructed) return this.#bestRoutes.nodes();
    return Array.from({ length: this.#compiled.vehicleCount }, (_, vehicle) =>
      this.#current.routes.nodesOf(vehicle),
    );
  }
}
