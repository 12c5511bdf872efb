// Worker threads of plans: the search, and explanations of its result. Their scripts are bundled apart from the server.
import { Worker } from 'node:worker_threads';
import type { VehicleReason } from '../../../packages/planner/src/explain.ts';
import type { Problem } from '../../../packages/planner/src/problem.ts';
import type { DrivenRoute } from '../../../packages/planner/src/simulate.ts';
import type { Solution } from '../../../packages/planner/src/solution.ts';
import { projectRoot } from '../../lib/project-root.ts';

/** Starts a thread with the script of the search, or with that of explanations. */
export type StartThread = (script: 'plan-thread' | 'explain-thread') => Worker;

export const startBundledThread: StartThread = (script) =>
  new Worker(new URL(`dist/server/${script}.cjs`, projectRoot), {
    // Nothing of the environment, which contains secrets, is needed.
    env: {},
    execArgv: [],
  });

export interface ExplainTask {
  readonly problem: Problem;
  readonly solution: Solution;
  readonly requests: readonly string[];
  /** Routes to simulate, by name. */
  readonly simulated?: Readonly<Record<string, readonly DrivenRoute[]>> | undefined;
}

export interface Explained {
  readonly explanations: Explanations;
  /** Per simulated plan: expected number of late requests of bookings. */
  readonly late: Readonly<Record<string, number>>;
}

/** Per request, one reason per vehicle. */
export type Explanations = Readonly<Record<string, readonly VehicleReason[]>>;

export type ExplainAnswer = Explained | { readonly error: string };

export function explainInThread(startThread: StartThread, task: ExplainTask): Promise<Explained> {
  const worker = startThread('explain-thread');
  return new Promise<Explained>((resolve, reject) => {
    worker.on('message', (answer: ExplainAnswer) => {
      if ('error' in answer) reject(new Error(answer.error));
      else resolve(answer);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The thread of explanations ended with code ${code}`)));
    worker.postMessage(task);
  }).finally(() => void worker.terminate());
}
