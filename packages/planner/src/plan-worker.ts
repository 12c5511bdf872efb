// Script of the worker thread of `planInWorker`: one task, then it ends.
import { parentPort } from 'node:worker_threads';
import { LimitedSearch } from './plan.ts';
import type { WorkerMessage, WorkerTask } from './plan-in-worker.ts';
import { InvalidProblem } from './problem.ts';

/** Time between reports. */
const SLICE_MS = 50;

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

function run({ problem, limits, startedAt, sendsSolutions, cancelled }: WorkerTask): void {
  const now = () => performance.now();
  const search = new LimitedSearch(problem, limits, now, startedAt - performance.timeOrigin);
  const isCancelled = () => Atomics.load(cancelled, 0) !== 0;
  for (let isRunning = true; isRunning; ) {
    isRunning = search.advance(SLICE_MS, isCancelled);
    const progress = search.news();
    if (progress) send({ type: 'progress', progress, solution: sendsSolutions ? search.best() : null });
  }
  send({ type: 'result', solution: search.best() });
}

parentPort?.once('message', (task: WorkerTask) => {
  try {
    run(task);
  } catch (error) {
    const isInvalid = error instanceof InvalidProblem;
    send({ type: 'error', message: error instanceof Error ? error.message : String(error), isInvalid });
  }
});
