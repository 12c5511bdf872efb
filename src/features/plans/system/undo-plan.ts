// Undoes an applied plan: restores the planned jobs that it has changed. Bookings that have a crew or have ended since are
// left alone; a job that was changed again is a conflict.
import { recordAudit } from '../../../db/audit-store.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { lockDayAndPlan, refuseConflicts } from './apply-plan.ts';
import type { PlanContext } from './plan-context.ts';
import { listPlanBookings } from './plan-input-store.ts';
import { setPlanStatus } from './plan-store.ts';
import {
  changePlannedJobs,
  listChangesOfPlan,
  listPlannedJobsOf,
  type StoredPlannedJob,
} from './planned-job-store.ts';

export async function undoPlan(
  { system, clock, ids, plans }: Pick<PlanContext, 'system' | 'clock' | 'ids' | 'plans'>,
  actor: Actor,
  planId: string,
): Promise<void> {
  const now = clock.now();
  await system.transaction().execute(async (trx) => {
    const plan = await lockDayAndPlan(trx, planId);
    if (plan.status !== 'applied')
      throw Problem.of(
        'plan_not_ready',
        `The plan is ${plan.status}. Only a plan that is applied can be undone.`,
      );
    const applied = await listChangesOfPlan(trx, planId);
    const current = new Map(
      (
        await listPlannedJobsOf(
          trx,
          applied.map(({ bookingId }) => bookingId),
        )
      ).map((job) => [job.bookingId, job]),
    );
    const waiting = new Set(
      (await listPlanBookings(trx, plan)).filter(({ isDispatched }) => !isDispatched).map(({ id }) => id),
    );
    const open = applied.filter(({ bookingId }) => waiting.has(bookingId));
    const conflicting = open.filter(
      ({ bookingId, after }) => !isEqual(current.get(bookingId) ?? null, after),
    );
    if (conflicting.length > 0)
      throw Problem.of(
        'plan_outdated',
        `These bookings were changed after the plan was applied: ${conflicting
          .map(({ hid, bookingId }) => hid ?? bookingId)
          .join(', ')}. Nothing was undone. Compute a new plan instead.`,
      );
    const changes = open.map(({ bookingId, before }) => ({
      bookingId,
      before: current.get(bookingId) ?? null,
      after: before,
    }));
    await refuseConflicts(trx, changes);
    await changePlannedJobs(trx, plan, changes, { cause: 'undone', planId, now });
    await setPlanStatus(trx, planId, 'undone', now);
    await recordAudit(trx, { ids, clock }, actor, {
      accountId: null,
      action: 'plan.undone',
      subject: { kind: 'plan', id: planId },
    });
  });
  plans.announce(planId);
  plans.announceJobs();
}

function isEqual(a: StoredPlannedJob | null, b: StoredPlannedJob | null): boolean {
  const textOf = (job: StoredPlannedJob | null) =>
    job && JSON.stringify(Object.entries(job).sort(([x], [y]) => (x < y ? -1 : 1)));
  return textOf(a) === textOf(b);
}
