// Plans in a worker thread: the search never delays the event loop of the caller. Cancellation is a flag in shared memory,
// which the search reads every few iterations, so the best solution arrives within milliseconds.
import { Worker } from 'node:worker_threads';
import type { PlanOptions, Progress } from './plan.ts';
import { InvalidProblem, type Problem } from './problem.ts';
import type { Solution } from './solution.ts';

export interface WorkerPlanOptions extends PlanOptions {
  /** Called with each improved solution, at most every 100 ms. */
  readonly onSolution?: (solution: Solution) => void;
  /** Starts the thread, for programs that are bundled: its script is `plan-worker.js` of this package. */
  readonly createWorker?: () => Worker;
}

export interface WorkerPlanRun {
  readonly cancel: () => void;
  /** The best solution, once the search has ended. */
  readonly result: Promise<Solution>;
}

/** Messages of the worker. */
export type WorkerMessage =
  | { readonly type: 'progress'; readonly progress: Progress; readonly solution: Solution | null }
  | { readonly type: 'result'; readonly solution: Solution }
  | { readonly type: 'error'; readonly message: string; readonly isInvalid: boolean };

export interface WorkerTask {
  readonly problem: Problem;
  readonly limits: Pick<PlanOptions, 'seconds' | 'iterations' | 'seed'>;
  /** When the caller asked, in milliseconds since 1970: threads have clocks with different origins. */
  readonly startedAt: number;
  /** Whether to send improved solutions. */
  readonly sendsSolutions: boolean;
  /** One entry: not 0 once the search must end. */
  readonly cancelled: Int32Array;
}

export function planInWorker(problem: Problem, options: WorkerPlanOptions): WorkerPlanRun {
  const { signal, onProgress, onSolution, createWorker, ...limits } = options;
  const startedAt = performance.timeOrigin + performance.now();
  const cancelled = new Int32Array(new SharedArrayBuffer(4));
  const cancel = () => {
    Atomics.store(cancelled, 0, 1);
  };
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  const worker = createWorker?.() ?? new Worker(new URL('./plan-worker.js', import.meta.url));
  const result = new Promise<Solution>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'progress') {
        onProgress?.(message.progress);
        if (message.solution) onSolution?.(message.solution);
      } else if (message.type === 'result') resolve(message.solution);
      else reject(message.isInvalid ? new InvalidProblem(message.message) : new Error(message.message));
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The planner's worker ended with code ${code}`)));
    const sendsSolutions = onSolution !== undefined;
    const task: WorkerTask = {
      problem: withTypedMatrix(problem),
      limits,
      startedAt,
      sendsSolutions,
      cancelled,
    };
    worker.postMessage(task);
  }).finally(() => {
    signal?.removeEventListener('abort', cancel);
    void worker.terminate();
  });
  return { cancel, result };
}

/** Typed arrays are copied to the other thread as a block: a million plain numbers took half a second. */
function withTypedMatrix(problem: Problem): Problem {
  const { matrix } = problem;
  const typed = (values: ArrayLike<number>) =>
    values instanceof Float64Array ? values : new Float64Array(values);
  return { ...problem, matrix: { ...matrix, seconds: typed(matrix.seconds), miles: typed(matrix.miles) } };
}
