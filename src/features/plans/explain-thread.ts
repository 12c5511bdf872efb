// Script of the worker thread of `explainInThread`: one task, then it ends.
import { parentPort } from 'node:worker_threads';
import { explain } from '../../../packages/planner/src/explain.ts';
import type { ExplainAnswer, ExplainTask } from './plan-threads.ts';

parentPort?.once('message', ({ problem, solution, requests }: ExplainTask) => {
  const send = (answer: ExplainAnswer) => parentPort?.postMessage(answer);
  try {
    const entries = requests.map((request) => [request, explain(problem, solution, request)] as const);
    send({ explanations: Object.fromEntries(entries) });
  } catch (error) {
    send({ error: error instanceof Error ? error.message : String(error) });
  }
});
