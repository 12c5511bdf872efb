// Anytime planning: `plan` searches in short slices on the caller's thread and yields to the event loop in between;
// `solve` blocks until the end. Both stop at a deadline, at a number of iterations, or when they are cancelled, and have a
// complete solution at any moment.
import { compileProblem } from './compiled-problem.ts';
import type { Problem } from './problem.ts';
import { type Score, Search } from './search.ts';
import { presentSolution, type Solution } from './solution.ts';
import { validateProblem } from './validate-problem.ts';

export interface PlanLimits {
  /** Time limit in seconds. At least one of `seconds` and `iterations` is needed. */
  readonly seconds?: number;
  /** Number of iterations. Equal problems, seeds and iterations give equal solutions, unless the time limit is reached. */
  readonly iterations?: number;
  /** 1 if not given. */
  readonly seed?: number;
}

export interface PlanOptions extends PlanLimits {
  /** Ends the search early; the result is the best solution so far. */
  readonly signal?: AbortSignal;
  /** Called between slices after the best solution has improved, at most every 100 ms. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress extends Score {
  readonly iterations: number;
  readonly seconds: number;
}

/** A running search. */
export interface PlanRun {
  /** Best solution so far. */
  readonly best: () => Solution;
  readonly cancel: () => void;
  /** The best solution, once the search has ended. */
  readonly result: Promise<Solution>;
}

const SLICE_MS = 4;
const PROGRESS_MS = 100;
/** The clock is read about so often. Reading it takes as long as a part of an iteration. */
const CHECK_MS = 1;
const MAX_ITERATIONS_PER_CHECK = 64;

/** A search with its limits. */
export class LimitedSearch {
  readonly #search: Search;
  readonly #compiled;
  readonly #limits: PlanLimits;
  readonly #startedAt: number;
  readonly #now: () => number;
  #isOver = false;
  #perCheck = 1;
  #reported: Score;
  #reportedAt = -Infinity;

  /**
   * `now`: the clock of the time limit, in milliseconds. `startedAt`: when the caller asked, on that clock; the limit counts
   * from then.
   */
  constructor(
    problem: Problem,
    limits: PlanLimits,
    now: () => number = () => performance.now(),
    startedAt = now(),
  ) {
    this.#now = now;
    this.#startedAt = startedAt;
    if (limits.seconds === undefined && limits.iterations === undefined)
      throw new RangeError('A plan needs a limit: seconds, iterations, or both');
    validateProblem(problem);
    this.#compiled = compileProblem(problem);
    this.#limits = limits;
    this.#search = new Search(this.#compiled, limits.seed ?? 1);
    this.#reported = this.#search.best;
    this.#isOver = problem.requests.length === 0 || problem.vehicles.length === 0;
  }

  /** Searches for about `sliceMs`; false once a limit is reached. */
  advance(sliceMs: number, isCancelled: () => boolean): boolean {
    const { seconds = Infinity, iterations = Infinity } = this.#limits;
    const sliceEnd = this.#now() + sliceMs;
    while (!this.#isOver) {
      const now = this.#now();
      const elapsed = (now - this.#startedAt) / 1000;
      if (elapsed >= seconds || this.#search.iterations >= iterations || isCancelled()) this.#end();
      else if (now >= sliceEnd) return true;
      else if (!this.#search.construct()) this.#iterate(elapsed / seconds, iterations);
    }
    return false;
  }

  /** The first solution is completed also after the deadline, which takes less than 100 ms of processor time. */
  #end(): void {
    this.#search.finishConstruction();
    this.#isOver = true;
  }

  #iterate(timeProgress: number, limit: number): void {
    const search = this.#search;
    const before = this.#now();
    for (let count = 0; count < this.#perCheck && search.iterations < limit; count += 1)
      // With a number of iterations the clock has no influence on the path of the search.
      search.iterate(limit === Infinity ? timeProgress : search.iterations / limit);
    const isSlow = this.#now() - before > CHECK_MS;
    this.#perCheck = isSlow ? Math.max(1, this.#perCheck >> 1) : this.#perCheck + 1;
    this.#perCheck = Math.min(MAX_ITERATIONS_PER_CHECK, this.#perCheck);
  }

  best(): Solution {
    return presentSolution(this.#compiled, this.#search.bestRoutes(), this.#search.iterations);
  }

  /** The progress, if the best solution has improved and was not reported within the last 100 ms. */
  news(): Progress | null {
    const now = this.#now();
    const { best, iterations } = this.#search;
    if (best === this.#reported || (now < this.#reportedAt + PROGRESS_MS && !this.#isOver)) return null;
    this.#reported = best;
    this.#reportedAt = now;
    return { ...best, iterations, seconds: (now - this.#startedAt) / 1000 };
  }
}

/** Plans on this thread without blocking it for longer than a slice of 4 ms. */
export function plan(problem: Problem, options: PlanOptions): PlanRun {
  const search = new LimitedSearch(problem, options);
  let isCancelled = false;
  const run = async () => {
    const stops = () => isCancelled || options.signal?.aborted === true;
    for (let isRunning = true; isRunning; ) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      isRunning = search.advance(SLICE_MS, stops);
      const news = search.news();
      if (news) options.onProgress?.(news);
    }
    return search.best();
  };
  return {
    best: () => search.best(),
    cancel: () => {
      isCancelled = true;
    },
    result: run(),
  };
}

/** Plans and blocks the thread until a limit is reached. */
export function solve(problem: Problem, limits: PlanLimits): Solution {
  const search = new LimitedSearch(problem, limits);
  search.advance(Infinity, () => false);
  return search.best();
}
