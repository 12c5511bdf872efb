// Script of the worker thread of `explainInThread`: one task, then it ends.
import { parentPort } from 'node:worker_threads';
import { explain } from '../../../packages/planner/src/explain.ts';
import { simulate } from '../../../packages/planner/src/simulate.ts';
import { bookingOfRequest } from '../../domain/plan/plan-model.ts';
import type { ExplainAnswer, ExplainTask } from './plan-threads.ts';

parentPort?.once('message', ({ problem, solution, requests, simulated = {} }: ExplainTask) => {
  const send = (answer: ExplainAnswer) => parentPort?.postMessage(answer);
  try {
    const entries = requests.map((request) => [request, explain(problem, solution, request)] as const);
    const late = Object.entries(simulated).map(([name, routes]) => {
      const shares = [...simulate(problem, { routes }).lateShare];
      const expected = shares
        .filter(([request]) => bookingOfRequest(request) !== null)
        .reduce((sum, [, share]) => sum + share, 0);
      return [name, Math.round(expected * 100) / 100] as const;
    });
    send({ explanations: Object.fromEntries(entries), late: Object.fromEntries(late) });
  } catch (error) {
    send({ error: error instanceof Error ? error.message : String(error) });
  }
});
