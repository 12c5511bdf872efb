// `npm run bench -- planner-loop [--seconds 5] [--seed 1]`: delay of the event loop while a plan of 500 jobs and 100 crews is
// computed in a worker thread, next to the delay of the same process without a plan, which is the share of the machine.
// Exits with 1 if the 99th percentile with the plan is above its goal.
import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { planInWorker } from '../packages/planner/src/plan-in-worker.ts';
import type { SolveLimits } from './support/solve-within.ts';
import { syntheticDay } from './support/synthetic-day.ts';

const JOBS = 500;
const CREWS = 100;
const GOAL_P99_MS = 20;
/** The timer of the measurement; its delays beyond this interval count. */
const RESOLUTION_MS = 1;
const NANOSECONDS_PER_MS = 1e6;

interface Delay {
  readonly p99: number;
  readonly highest: number;
}

export async function measurePlannerLoop({
  seconds,
  seed,
}: Omit<SolveLimits, 'processorTime'>): Promise<boolean> {
  const problem = syntheticDay(seed, JOBS, CREWS);
  // A worker of Node 20 cannot load TypeScript.
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('../packages/planner/src/plan-worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
  });
  const script = outputFiles[0]?.text ?? '';
  const createWorker = () => new Worker(script, { eval: true });
  const idle = await delayDuring(() => wait(seconds * 1000));
  const planning = await delayDuring(() => planInWorker(problem, { seconds, seed, createWorker }).result);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`${JOBS} jobs, ${CREWS} crews, ${seconds} s, load ${load} on ${availableParallelism()} cores`);
  for (const [name, { p99, highest }] of Object.entries({ idle, planning }))
    console.log(`${name.padEnd(10)} p99 ${p99.toFixed(1)} ms, highest ${highest.toFixed(1)} ms`);
  return planning.p99 <= GOAL_P99_MS;
}

async function delayDuring(work: () => Promise<unknown>): Promise<Delay> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  await work();
  delay.disable();
  const beyond = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS_PER_MS - RESOLUTION_MS);
  return { p99: beyond(delay.percentile(99)), highest: beyond(delay.max) };
}
