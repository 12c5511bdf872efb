// Chooses routes that serve each request once, at the least cost (set partitioning): a depth-first search that always
// continues with the request that the fewest routes can still serve, and leaves out what the Lagrangian bound excludes.
// With up to some thousand short routes, it mostly finds the best choice, or proves that there is none below a known cost.
import { type Column, LagrangianBound } from './lagrangian-bound.ts';

/** A column, and the class of the vehicles that can drive it. */
export interface ClassColumn extends Column {
  readonly class: number;
}

export interface PartitionLimits {
  readonly requestCount: number;
  /** Routes at most. */
  readonly count: number;
  /** By class. */
  readonly vehicles: ReadonlyMap<number, number>;
  /** Cost of a known choice: only cheaper ones are of interest. */
  readonly known: number;
}

/** Columns of the highest reduced costs are left out where there are more. */
const MOST_COLUMNS = 3_000;
const MOST_NODES = 10_000;
/** So many are searched per step. */
const NODES_PER_STEP = 10;
const BITS = 32;
const TOLERANCE = 1e-6;

/**
 * The columns of the best choice that was found, or null if there is none below the known cost. Yields after each step, all
 * of which are short.
 */
export function* choosePartition(
  columns: readonly ClassColumn[],
  limits: PartitionLimits,
): Generator<undefined, readonly number[] | null, undefined> {
  const bound = new LagrangianBound(columns, limits.requestCount, limits.count, limits.known);
  do yield;
  while (bound.improve());
  const search = new PartitionSearch(columns, limits, bound);
  yield* search.run();
  return search.best;
}

class PartitionSearch {
  /** Indexes of the columns of the best choice. */
  best: readonly number[] | null = null;
  readonly #limits: PartitionLimits;
  readonly #columns: readonly ClassColumn[];
  /** Columns that take part, in ascending order of reduced cost. */
  readonly #candidates: Int32Array;
  /** Reduced cost of each candidate, relative to that of the last one that the bound chooses. */
  readonly #excess: Float64Array;
  /** Candidates of each request. */
  readonly #serving: readonly number[][];
  /** Requests of each candidate as bits. */
  readonly #bits: Int32Array;
  readonly #words: number;
  readonly #served: Int32Array;
  readonly #vehicles: Map<number, number>;
  readonly #chosen: number[] = [];
  /** Lower bound with the chosen candidates. */
  #bound: number;
  #cost = 0;
  #least: number;
  #nodes = 0;

  constructor(columns: readonly ClassColumn[], limits: PartitionLimits, bound: LagrangianBound) {
    this.#limits = limits;
    this.#columns = columns;
    this.#least = limits.known;
    this.#vehicles = new Map(limits.vehicles);
    const reduced = bound.reducedCosts();
    const order = Int32Array.from(columns.keys()).sort(
      (a, b) => (reduced[a] as number) - (reduced[b] as number),
    );
    const base = Math.min(0, reduced[order[limits.count - 1] ?? -1] ?? 0);
    const exceedsGap = (column: number) => (reduced[column] as number) - base > limits.known - bound.value;
    const excluded = order.findIndex(exceedsGap);
    this.#candidates = order.subarray(0, Math.min(MOST_COLUMNS, excluded === -1 ? order.length : excluded));
    this.#excess = Float64Array.from(this.#candidates, (column) => (reduced[column] as number) - base);
    // Until they are chosen, candidates below the base count as chosen.
    this.#bound = limits.count * base;
    for (const multiplier of bound.multipliers) this.#bound += multiplier;
    for (const excess of this.#excess) this.#bound += Math.min(0, excess);
    this.#words = Math.ceil(limits.requestCount / BITS);
    this.#served = new Int32Array(this.#words);
    this.#bits = new Int32Array(this.#candidates.length * this.#words);
    const serving: number[][] = Array.from({ length: limits.requestCount }, () => []);
    for (const [candidate, column] of this.#candidates.entries())
      for (const request of columns[column]?.requests ?? []) {
        const word = candidate * this.#words + (request >> 5);
        this.#bits[word] = (this.#bits[word] as number) | (1 << (request & (BITS - 1)));
        serving[request]?.push(candidate);
      }
    this.#serving = serving;
  }

  *run(): Generator<undefined, void, undefined> {
    this.#nodes += 1;
    if (this.#nodes % NODES_PER_STEP === 0) yield;
    const request = this.#hardestRequest();
    if (request === -1) this.#keepIfBest();
    if (request === -1 || this.#chosen.length === this.#limits.count) return;
    for (const candidate of this.#serving[request] ?? []) {
      if (this.#isTooExpensive(candidate)) {
        if ((this.#excess[candidate] as number) > 0) return;
        continue;
      }
      if (!this.#fits(candidate)) continue;
      this.#choose(candidate, 1);
      yield* this.run();
      this.#choose(candidate, -1);
      if (this.#nodes > MOST_NODES) return;
    }
  }

  #keepIfBest(): void {
    if (this.#cost >= this.#least - TOLERANCE) return;
    this.#least = this.#cost;
    this.best = this.#chosen.map((candidate) => this.#candidates[candidate] as number);
  }

  /** The request that the fewest candidates can serve; -1 if all are served. */
  #hardestRequest(): number {
    let [hardest, fewest] = [-1, Infinity];
    for (let request = 0; request < this.#serving.length && fewest > 0; request += 1) {
      if ((this.#served[request >> 5] as number) & (1 << (request & (BITS - 1)))) continue;
      const count = this.#countServing(request, fewest);
      if (count < fewest) [hardest, fewest] = [request, count];
    }
    return hardest;
  }

  /** Counts to `limit` at most. */
  #countServing(request: number, limit: number): number {
    let count = 0;
    for (const candidate of this.#serving[request] as number[]) {
      if (this.#isTooExpensive(candidate) && (this.#excess[candidate] as number) > 0) return count;
      if (this.#fits(candidate)) count += 1;
      if (count >= limit) return count;
    }
    return count;
  }

  #isTooExpensive(candidate: number): boolean {
    return this.#bound + Math.max(0, this.#excess[candidate] as number) >= this.#least - TOLERANCE;
  }

  #fits(candidate: number): boolean {
    const from = candidate * this.#words;
    for (let word = 0; word < this.#words; word += 1)
      if ((this.#bits[from + word] as number) & (this.#served[word] as number)) return false;
    return (this.#vehicles.get(this.#classOf(candidate)) ?? 0) > 0;
  }

  #columnOf(candidate: number): ClassColumn {
    return this.#columns[this.#candidates[candidate] as number] as ClassColumn;
  }

  #classOf(candidate: number): number {
    return this.#columnOf(candidate).class;
  }

  /** `sign`: 1 to choose the candidate, -1 to take the last one back. */
  #choose(candidate: number, sign: 1 | -1): void {
    const from = candidate * this.#words;
    for (let word = 0; word < this.#words; word += 1)
      this.#served[word] = (this.#served[word] as number) ^ (this.#bits[from + word] as number);
    if (sign === 1) this.#chosen.push(candidate);
    else this.#chosen.pop();
    const kind = this.#classOf(candidate);
    this.#vehicles.set(kind, (this.#vehicles.get(kind) ?? 0) - sign);
    this.#cost += sign * this.#columnOf(candidate).cost;
    this.#bound += sign * Math.max(0, this.#excess[candidate] as number);
  }
}
