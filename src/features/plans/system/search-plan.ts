// The background part of a plan: the remaining travel times, the search in a worker thread, the reasons for unserved
// bookings, and the stored result.
import { check } from '../../../../packages/planner/src/check.ts';
import type { VehicleReason } from '../../../../packages/planner/src/explain.ts';
import type { Progress } from '../../../../packages/planner/src/plan.ts';
import { planInWorker, type WorkerPlanRun } from '../../../../packages/planner/src/plan-in-worker.ts';
import type { Problem } from '../../../../packages/planner/src/problem.ts';
import type { Solution } from '../../../../packages/planner/src/solution.ts';
import type { PlanInput } from '../../../domain/plan/plan-input.ts';
import { bookingOfRequest, type PlanModel, type UnservedReason } from '../../../domain/plan/plan-model.ts';
import { completeProblem } from '../../../domain/plan/plan-problem.ts';
import { presentResult } from '../../../domain/plan/plan-result.ts';
import { packSearch } from '../packed-search.ts';
import { explainInThread } from '../plan-threads.ts';
import { RouterUnavailable, type TravelMeasurement } from './measure-travel.ts';
import type { PlanContext } from './plan-context.ts';
import type { RunningPlan } from './plan-runner.ts';
import {
  failPlan,
  finishPlan,
  type NewPlan,
  type PlanFailure,
  type PlanProgress,
  renewLease,
} from './plan-store.ts';

export interface SearchLimits {
  readonly seconds: number;
  readonly seed: number;
  /** Makes the result independent of the speed of the machine. */
  readonly iterations?: number | undefined;
}

export interface PreparedPlan {
  readonly plan: NewPlan;
  readonly input: PlanInput;
  readonly model: PlanModel;
  readonly travel: TravelMeasurement;
  readonly limits: SearchLimits;
  readonly running: RunningPlan;
}

const RENEW_MS = 500;
/** More unserved bookings than these get no reason of their own: each takes as long as the start of a search. */
const MAX_EXPLAINED = 40;

/** Never rejects: a failure is stored with the plan. */
export async function searchPlan(context: PlanContext, prepared: PreparedPlan): Promise<void> {
  const { system, clock, log, plans } = context;
  const { plan } = prepared;
  const lease = keepLease(context, prepared);
  try {
    const found = await search(context, prepared, lease.report);
    const isStored = await finishPlan(system, plan, found, clock.now());
    if (!isStored) log.warn({ planId: plan.id }, 'plan lost its lease; result dropped');
  } catch (error) {
    const failure = failureOf(error, prepared.running.signal.aborted);
    if (failure.code === 'internal_error') log.error({ err: error, planId: plan.id }, 'plan failed');
    await failPlan(system, plan, failure, clock.now()).catch((storeError) =>
      log.warn({ err: storeError, planId: plan.id }, 'failed to store the failure of a plan'),
    );
  } finally {
    await lease.stop();
    plans.announce(plan.id);
  }
}

async function search(
  { plans }: PlanContext,
  { input, model, travel, limits, running }: PreparedPlan,
  report: (progress: PlanProgress) => void,
) {
  const { signal, stopSignal } = running;
  const { journeys, used } = await travel.finish(signal);
  const problem = completeProblem(model, journeys, input);
  report({ phase: 'search', seconds: 0, unserved: null, crews: null, cost: null });
  const isFound = new AbortController();
  const run = planInWorker(problem, {
    seconds: limits.seconds,
    seed: limits.seed,
    ...(limits.iterations !== undefined && { iterations: limits.iterations }),
    signal,
    onProgress: (progress) => {
      isFound.abort();
      report(progressOf(progress));
    },
    createWorker: () => plans.startThread('plan-thread'),
  });
  const stopping = cancelWhenStopped(run, stopSignal, isFound.signal);
  const solution = await run.result.finally(stopping.dispose);
  if (signal.aborted) throw new Error('The search was cancelled');
  const { faults } = check(problem, solution);
  if (faults.length > 0)
    throw new Error(`The planner returned an invalid plan: ${faults.slice(0, 3).join('; ')}`);
  const { reasons, late } = await examine(plans.startThread, problem, solution);
  const { settings, learned } = input;
  const result = {
    ...presentResult({ input, model, problem, solution, reasons, late }),
    travel: used,
    learned: learned && { drive: learned.drive, service: { ...learned.service } },
    serviceLevel: settings.serviceLevel,
    bufferMinutes: settings.bufferMinutes,
  };
  return { result, problem: await packSearch({ problem, solution }) };
}

/** The longest time that a stopped search may take to find a first plan. */
const FIRST_PLAN_MS = 3_000;

/**
 * Ends a stopped search as soon as it has found a plan: a dispatcher who stops at once gets a plan, not an empty one. The search
 * reports nothing if no plan is better than what is intended now, so that the wait is limited.
 */
function cancelWhenStopped(run: WorkerPlanRun, stopSignal: AbortSignal, foundSignal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    if (!stopSignal.aborted) return;
    if (foundSignal.aborted) run.cancel();
    else timer ??= setTimeout(run.cancel, FIRST_PLAN_MS);
  };
  for (const each of [stopSignal, foundSignal]) each.addEventListener('abort', check, { once: true });
  check();
  return { dispose: () => clearTimeout(timer) };
}

/** Why bookings are not served, and how many are expected to be late: now, and with the plan. */
async function examine(
  startThread: PlanContext['plans']['startThread'],
  problem: Problem,
  solution: Solution,
) {
  const requests = solution.unserved
    .filter((request) => bookingOfRequest(request) !== null)
    .slice(0, MAX_EXPLAINED);
  const current = (problem.current ?? []).map((route) => ({ ...route, breaks: [] }));
  const { explanations, late } = await explainInThread(startThread, {
    problem,
    solution,
    requests,
    simulated: { before: current, after: solution.routes },
  });
  const reasons = new Map(requests.map((request) => [request, summaryOf(explanations[request] ?? [])]));
  return { reasons, late: { before: late['before'] ?? 0, after: late['after'] ?? 0 } };
}

function summaryOf(reasons: readonly VehicleReason[]): UnservedReason {
  return reasons.some(({ reason }) => reason === 'full' || reason === 'feasible')
    ? 'crews_full'
    : 'window_unreachable';
}

function progressOf({ seconds, unserved, vehicles, cost }: Progress): PlanProgress {
  return { phase: 'search', seconds, unserved, crews: vehicles, cost };
}

export function failureOf(error: unknown, isCancelled: boolean): PlanFailure {
  if (error instanceof RouterUnavailable)
    return {
      code: 'router_unavailable',
      message: 'The routing service is unavailable.',
      retryAfterSeconds: error.retryAfterSeconds,
    };
  return isCancelled
    ? { code: 'interrupted', message: 'The server was stopped.', retryAfterSeconds: null }
    : {
        code: 'internal_error',
        message: 'The search failed. The log has the reason.',
        retryAfterSeconds: null,
      };
}

/** Renews the lease, stores the progress and asks for a stop every half second; pages are notified of progress. */
function keepLease({ system, log, plans }: PlanContext, { plan, running }: PreparedPlan) {
  let progress: PlanProgress = { phase: 'travel_times', seconds: 0, unserved: null, crews: null, cost: null };
  let isNew = false;
  let renewal: Promise<void> | null = null;
  const renew = async () => {
    const isAnnounced = isNew;
    isNew = false;
    try {
      const renewed = await renewLease(system, plan, progress);
      if (!renewed) running.cancel();
      else if (isAnnounced) plans.announce(plan.id);
      if (renewed?.isStopRequested) running.stop();
    } catch (error) {
      log.warn({ err: error, planId: plan.id }, 'failed to renew the lease of a plan');
    }
  };
  const timer = setInterval(() => {
    renewal ??= renew().finally(() => {
      renewal = null;
    });
  }, RENEW_MS);
  return {
    report: (next: PlanProgress) => {
      progress = next;
      isNew = true;
    },
    stop: async () => {
      clearInterval(timer);
      await renewal;
    },
  };
}
