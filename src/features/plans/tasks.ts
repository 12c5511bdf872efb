// Background work of plans: fails plans whose process is gone, removes old plans and travel times, learns times, and follows
// bookings.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import type { Clock } from '../../lib/clock.ts';
import { removeJobsOfRetiredCrews, removeOutdatedIntentions } from './system/booking-follower.ts';
import { relearnTimes } from './system/learned-time-store.ts';
import type { PlanContext } from './system/plan-context.ts';
import { deletePlansBefore, failAbandoned } from './system/plan-store.ts';
import { deleteChangesBefore } from './system/planned-job-store.ts';
import type { CountReplan } from './system/replan-metrics.ts';
import { Replanner } from './system/replanner.ts';
import { pruneJourneys } from './system/travel-time-store.ts';

const DAY_MS = 86_400_000;
const PLAN_DAYS = 90;
const PROBLEM_DAYS = 7;
const JOURNEY_DAYS = 30;
const MAX_JOURNEYS = 2_000_000;
const LEARNED_DAYS = 60;

export function planTasks(
  system: SystemDatabase,
  clock: Clock,
  announce: (planId: string) => void,
): PeriodicTask[] {
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  return [
    {
      name: 'plans.tidy',
      everySeconds: 15,
      run: async () => {
        for (const id of await failAbandoned(system, clock.now())) announce(id);
        await removeJobsOfRetiredCrews(system, clock.now());
      },
    },
    {
      name: 'plans.cleanup',
      everySeconds: 3_600,
      run: async () => {
        await deletePlansBefore(system, { plans: ago(PLAN_DAYS), problems: ago(PROBLEM_DAYS) });
        await deleteChangesBefore(system, ago(PLAN_DAYS));
        await pruneJourneys(system, { before: ago(JOURNEY_DAYS), maxRows: MAX_JOURNEYS });
      },
    },
    {
      name: 'plans.learn_times',
      everySeconds: 86_400,
      run: () => relearnTimes(system, { since: ago(LEARNED_DAYS), now: clock.now() }),
    },
  ];
}

/** Live re-planning, every second in one process at a time. */
export function replanning(context: PlanContext, count: CountReplan): PeriodicTask {
  const replanner = new Replanner(context, count);
  return { name: 'plans.replan', everySeconds: 1, run: () => replanner.round() };
}

/** Wraps the dispatch subscriber: the intention of a booking is removed in the transaction in which its crew is released. */
export function withIntentions(
  dispatch: RelaySubscriber,
  clock: Clock,
  announceChange: () => void,
): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const days = await removeOutdatedIntentions(trx, events, clock.now());
      const after = await dispatch.write(trx, events);
      return () => {
        after();
        if (days > 0) announceChange();
      };
    },
  };
}
