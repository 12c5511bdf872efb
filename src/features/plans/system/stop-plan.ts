// Ends the search of a plan early: the best plan found so far becomes its result. The process that computes it reads the request
// when it renews the lease, so that the request may arrive at any process.
import { recordAudit } from '../../../db/audit-store.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { PlanContext } from './plan-context.ts';
import { requestStop } from './plan-store.ts';

/** A plan that is not being computed stays as it is. */
export async function stopPlan(
  { system, clock, ids }: Pick<PlanContext, 'system' | 'clock' | 'ids'>,
  actor: Actor,
  planId: string,
): Promise<void> {
  await system.transaction().execute(async (trx) => {
    if (!(await requestStop(trx, planId, clock.now()))) return;
    await recordAudit(trx, { ids, clock }, actor, {
      accountId: null,
      action: 'plan.stopped',
      subject: { kind: 'plan', id: planId },
    });
  });
}
