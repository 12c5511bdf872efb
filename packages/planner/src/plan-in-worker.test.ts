// Planning in a worker thread: results, cancellation, deadline and errors.
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { randomProblem } from '../../../test/support/planner-problems.ts';
import { check } from './check.ts';
import { solve } from './plan.ts';
import { planInWorker } from './plan-in-worker.ts';
import { InvalidProblem } from './problem.ts';
import type { Solution } from './solution.ts';

// The sources are TypeScript, which a worker of Node 20 cannot load; the published package has a script.
const { outputFiles } = buildSync({
  entryPoints: [new URL('./plan-worker.ts', import.meta.url).pathname],
  bundle: true,
  write: false,
  platform: 'node',
});
const script = outputFiles[0]?.text ?? '';
const createWorker = () => new Worker(script, { eval: true });
const problem = randomProblem(3, { vehicles: 5, requests: 30 });

describe('a plan in a worker', () => {
  it('equals the plan of the same seed and iterations on this thread', async () => {
    const limits = { iterations: 60, seed: 4 };
    expect(await planInWorker(problem, { ...limits, createWorker }).result).toEqual(solve(problem, limits));
  });

  it('reports solutions, and ends at once when it is aborted', async () => {
    const controller = new AbortController();
    const solutions: Solution[] = [];
    let abortedAt = Infinity;
    const run = planInWorker(problem, {
      seconds: 60,
      signal: controller.signal,
      createWorker,
      onSolution: (solution) => {
        solutions.push(solution);
        abortedAt = performance.now();
        controller.abort();
      },
    });
    const result = await run.result;
    // 50 ms on an idle machine.
    expect(performance.now() - abortedAt).toBeLessThan(2_000);
    expect(check(problem, solutions[0] as Solution).faults).toEqual([]);
    expect(check(problem, result).faults).toEqual([]);
  });

  it('names the mistake in a problem', async () => {
    const wrong = { ...problem, robustness: { serviceLevel: 2 } };
    const run = planInWorker(wrong, { iterations: 1, createWorker });
    await expect(run.result).rejects.toThrow(InvalidProblem);
  });
});
