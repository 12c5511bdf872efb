// Locks a booking to its planned crew, or unlocks it. Later plans keep locked bookings with their crew.
import { recordAudit } from '../../../db/audit-store.ts';
import type { Actor } from '../../../lib/actor.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import type { PlanContext } from './plan-context.ts';
import {
  changePlannedJobs,
  listPlannedJobsOf,
  lockPlanDay,
  type StoredPlannedJob,
} from './planned-job-store.ts';

export async function lockPlannedJob(
  { system, clock, ids, plans }: Pick<PlanContext, 'system' | 'clock' | 'ids' | 'plans'>,
  actor: Actor,
  { bookingId, isLocked }: { readonly bookingId: string; readonly isLocked: boolean },
): Promise<StoredPlannedJob> {
  const notPlanned = () => Problem.of('not_found', 'This booking is not planned.');
  if (!isUuid(bookingId)) throw notPlanned();
  const after = await system.transaction().execute(async (trx) => {
    const [found] = await listPlannedJobsOf(trx, [bookingId]);
    if (!found) throw notPlanned();
    await lockPlanDay(trx, found);
    const [before] = await listPlannedJobsOf(trx, [bookingId]);
    if (!before) throw notPlanned();
    const job = { ...before, isLocked };
    if (before.isLocked === isLocked) return job;
    const change = { bookingId, before, after: job };
    await changePlannedJobs(trx, before, [change], { cause: 'locked', planId: null, now: clock.now() });
    await recordAudit(trx, { ids, clock }, actor, {
      accountId: null,
      action: isLocked ? 'planned_job.locked' : 'planned_job.unlocked',
      subject: { kind: 'booking', id: bookingId },
    });
    return job;
  });
  plans.announceJobs();
  return after;
}
