// Planning in a worker thread: results, cancellation, deadline and errors.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { manyStops, randomProblem } from '../../../test/support/planner-problems.ts';
import { timeGoal } from '../../../test/support/scale.ts';
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
      seconds: 600,
      signal: controller.signal,
      createWorker,
      onSolution: (solution) => {
        solutions.push(solution);
        abortedAt = performance.now();
        controller.abort();
      },
    });
    const result = await run.result;
    expect(performance.now() - abortedAt).toBeLessThan(timeGoal(50));
    expect(check(problem, solutions[0] as Solution).faults).toEqual([]);
    expect(check(problem, result).faults).toEqual([]);
  });

  it('ends at most 50 ms after its deadline, which counts from the call', async () => {
    const large = manyStops();
    const startedAt = performance.now();
    await planInWorker(large, { seconds: 2, createWorker }).result;
    expect(performance.now() - startedAt - 2_000).toBeLessThan(timeGoal(50));
  });

  it('runs in the compiled package without createWorker', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const folder = mkdtempSync(join(tmpdir(), 'planner-package-'));
    const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    try {
      const compiler = 'node_modules/typescript-7/bin/tsc';
      node(compiler, '-p', 'packages/planner/tsconfig.build.json', '--outDir', folder);
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      const limits = { iterations: 60, seed: 4 };
      const program = `import { planInWorker } from './planner.js';
        const solution = await planInWorker(${JSON.stringify(problem)}, ${JSON.stringify(limits)}).result;
        console.log(JSON.stringify(solution));`;
      writeFileSync(join(folder, 'program.js'), program);
      const printed: unknown = JSON.parse(node(join(folder, 'program.js')));
      expect(printed).toEqual(JSON.parse(JSON.stringify(solve(problem, limits))));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names the mistake in a problem', async () => {
    const wrong = { ...problem, robustness: { serviceLevel: 2 } };
    const run = planInWorker(wrong, { iterations: 1, createWorker });
    await expect(run.result).rejects.toThrow(InvalidProblem);
  });
});
