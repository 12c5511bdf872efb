// Solves a problem within a limit of wall time or of processor time. Processor time makes results comparable on a machine
// that has other work to do; on a quiet machine both are equal.
import { LimitedSearch } from '../../packages/planner/src/plan.ts';
import type { Problem } from '../../packages/planner/src/problem.ts';
import type { Solution } from '../../packages/planner/src/solution.ts';

export interface SolveLimits {
  readonly seconds: number;
  readonly seed: number;
  /** true: `seconds` counts processor time of this process. */
  readonly processorTime: boolean;
}

export function solveWithin(problem: Problem, { processorTime, ...limits }: SolveLimits): Solution {
  const now = processorTime ? processorClock() : () => performance.now();
  const search = new LimitedSearch(problem, limits, now);
  search.advance(Infinity, () => false);
  return search.best();
}

/** Reading the processor time every millisecond would take up to an eighth of it. */
const READ_EVERY_MS = 5;

/** Processor time in milliseconds. */
function processorClock(): () => number {
  let readAt = -Infinity;
  let time = 0;
  return () => {
    const wall = performance.now();
    if (wall >= readAt + READ_EVERY_MS) {
      const { user, system } = process.cpuUsage();
      readAt = wall;
      time = (user + system) / 1000;
    }
    return time;
  };
}
