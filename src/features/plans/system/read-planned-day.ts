// What is intended for an area and day, for operators.
import type { PlanContext } from './plan-context.ts';
import type { PlanDay } from './plan-input-store.ts';
import { hidsOf, listPlannedJobs, planDayRevision, type StoredPlannedJob } from './planned-job-store.ts';

export interface PlannedDay {
  readonly revision: number;
  readonly jobs: readonly (StoredPlannedJob & { readonly hid: string })[];
}

export async function readPlannedDay(
  { system }: Pick<PlanContext, 'system'>,
  planDay: PlanDay,
): Promise<PlannedDay> {
  const [revision, jobs] = await Promise.all([
    planDayRevision(system, planDay),
    listPlannedJobs(system, planDay),
  ]);
  const hids = await hidsOf(
    system,
    jobs.map(({ bookingId }) => bookingId),
  );
  return { revision, jobs: jobs.map((job) => ({ ...job, hid: hids.get(job.bookingId) ?? '' })) };
}
