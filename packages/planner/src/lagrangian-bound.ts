// A lower bound for the cost of routes that serve each request once, by Lagrangian relaxation: each request has a multiplier,
// which routes earn for serving it, and the routes that earn most beyond their cost are chosen, whichever requests they have
// in common. The subgradient method raises the multipliers of requests that no chosen route serves, and lowers those of
// requests that several serve. The higher the bound, the better the multipliers say which routes belong together.

/** A route that may be chosen. */
export interface Column {
  /** What it serves. */
  readonly requests: readonly number[];
  readonly cost: number;
}

const MOST_STEPS = 600;
const FIRST_STEP_LENGTH = 1;
const LEAST_STEP_LENGTH = 0.003;
/** Steps become shorter when so many in a row have not raised the bound. */
const PATIENCE = 12;
const STEP_DECAY = 0.7;
/** A step aims (Polyak) so far above the known cost, and at least so far above the present value; relative to that cost. */
const AIM = 0.01;
const LEAST_RISE = 0.001;
const TOLERANCE = 1e-6;

export class LagrangianBound {
  value = -Infinity;
  /** By request, at the highest bound. */
  readonly multipliers: Float64Array;
  readonly #columns: readonly Column[];
  /** Requests of column c: from #begin[c] to #begin[c + 1] - 1. */
  readonly #begin: Int32Array;
  readonly #requests: Int32Array;
  readonly #costs: Float64Array;
  readonly #known: number;
  readonly #tried: Float64Array;
  /** By request: 1, less the chosen routes that serve it. */
  readonly #subgradient: Float64Array;
  /** The chosen routes with the tried multipliers, in ascending order of what they cost beyond what they earn. */
  readonly #chosen: Int32Array;
  readonly #chosenCosts: Float64Array;
  #chosenCount = 0;
  #stepLength = FIRST_STEP_LENGTH;
  #steps = 0;
  #stepsInVain = 0;

  /** `count`: number of routes, at most. `known`: cost of a known choice. */
  constructor(columns: readonly Column[], requestCount: number, count: number, known: number) {
    this.#columns = columns;
    this.#known = known;
    this.multipliers = new Float64Array(requestCount).fill(known / requestCount);
    this.#tried = this.multipliers.slice();
    this.#subgradient = new Float64Array(requestCount);
    this.#chosen = new Int32Array(count);
    this.#chosenCosts = new Float64Array(count);
    this.#costs = Float64Array.from(columns, ({ cost }) => cost);
    this.#begin = new Int32Array(columns.length + 1);
    for (const [index, { requests }] of columns.entries())
      this.#begin[index + 1] = (this.#begin[index] as number) + requests.length;
    this.#requests = new Int32Array(this.#begin[columns.length] as number);
    for (const [index, { requests }] of columns.entries()) this.#requests.set(requests, this.#begin[index]);
  }

  /** One step; false once further ones would not gain. */
  improve(): boolean {
    this.#steps += 1;
    this.#choose();
    const value = this.#evaluate();
    if (value > this.value + TOLERANCE * Math.abs(this.#known)) {
      this.value = value;
      this.multipliers.set(this.#tried);
      this.#stepsInVain = 0;
    } else {
      this.#stepsInVain += 1;
      if (this.#stepsInVain >= PATIENCE) {
        this.#shortenSteps();
        return this.#mayImprove;
      }
    }
    return this.#step(value) && this.#mayImprove;
  }

  get #mayImprove(): boolean {
    const isHelpful = this.#stepLength >= LEAST_STEP_LENGTH && this.#steps < MOST_STEPS;
    return isHelpful && this.value < this.#known - TOLERANCE;
  }

  /** Cost of each column less the multipliers of its requests, at the highest bound. */
  reducedCosts(): Float64Array {
    return Float64Array.from(this.#columns, (_, column) => this.#reducedCost(column, this.multipliers));
  }

  #reducedCost(column: number, multipliers: Float64Array): number {
    let cost = this.#costs[column] as number;
    const end = this.#begin[column + 1] as number;
    for (let index = this.#begin[column] as number; index < end; index += 1)
      cost -= multipliers[this.#requests[index] as number] as number;
    return cost;
  }

  #choose(): void {
    const count = this.#chosen.length;
    this.#chosenCount = 0;
    for (let column = 0; column < this.#costs.length; column += 1) {
      const cost = this.#reducedCost(column, this.#tried);
      if (cost >= 0) continue;
      if (this.#chosenCount < count) this.#chosenCount += 1;
      else if (cost >= (this.#chosenCosts[count - 1] as number)) continue;
      let slot = this.#chosenCount - 1;
      for (; slot > 0 && (this.#chosenCosts[slot - 1] as number) > cost; slot -= 1) {
        this.#chosenCosts[slot] = this.#chosenCosts[slot - 1] as number;
        this.#chosen[slot] = this.#chosen[slot - 1] as number;
      }
      this.#chosenCosts[slot] = cost;
      this.#chosen[slot] = column;
    }
  }

  #evaluate(): number {
    let value = 0;
    for (const multiplier of this.#tried) value += multiplier;
    this.#subgradient.fill(1);
    for (let slot = 0; slot < this.#chosenCount; slot += 1) {
      const column = this.#chosen[slot] as number;
      value += this.#chosenCosts[slot] as number;
      const end = this.#begin[column + 1] as number;
      for (let index = this.#begin[column] as number; index < end; index += 1) {
        const request = this.#requests[index] as number;
        this.#subgradient[request] = (this.#subgradient[request] as number) - 1;
      }
    }
    return value;
  }

  #shortenSteps(): void {
    this.#stepLength *= STEP_DECAY;
    this.#stepsInVain = 0;
    this.#tried.set(this.multipliers);
  }

  /** Changes the multipliers; false if the chosen routes serve each request once: they are the best ones. */
  #step(value: number): boolean {
    let norm = 0;
    for (const each of this.#subgradient) norm += each * each;
    if (norm === 0) return false;
    const rise = Math.max(this.#known * (1 + AIM) - value, this.#known * LEAST_RISE);
    const factor = (this.#stepLength * rise) / norm;
    for (let request = 0; request < this.#tried.length; request += 1)
      this.#tried[request] =
        (this.#tried[request] as number) + factor * (this.#subgradient[request] as number);
    return true;
  }
}
