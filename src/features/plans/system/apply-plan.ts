// Applies a plan, or parts of it: its jobs become the intention of the company, in one transaction under the lock of the day.
// Nothing is sent to partners and no booking changes.
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemTransaction } from '../../../db/system-database.ts';
import { fingerprint } from '../../../domain/plan/plan-input.ts';
import { plannedJobOf, type ResultJob } from '../../../domain/plan/plan-result.ts';
import { overlappingJobs } from '../../../domain/plan/planned-overlaps.ts';
import type { Actor } from '../../../lib/actor.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import type { PlanContext } from './plan-context.ts';
import { listPlanBookings, type PlanDay } from './plan-input-store.ts';
import { findPlan, lockPlan, type PlanWithResult, setPlanStatus } from './plan-store.ts';
import {
  changePlannedJobs,
  hidsOf,
  listChangesSince,
  listPlannedJobs,
  listPlannedJobsOfCrews,
  lockPlanDay,
  lockPlannedCrews,
  type PlanChangeCause,
  type PlannedJobChange,
  type StoredPlannedJob,
} from './planned-job-store.ts';

/** Undefined: the whole plan. */
export interface PlanPart {
  /** Ids of bookings. */
  readonly bookings?: readonly string[] | undefined;
  /** Ids of crews: their planned bookings, and those that are intended for them now. */
  readonly crews?: readonly string[] | undefined;
}

type ApplyContext = Pick<PlanContext, 'system' | 'clock' | 'ids' | 'plans'>;

/** Returns the new revision of the day; null if nothing changes. */
export async function applyPlan(
  context: ApplyContext,
  actor: Actor,
  planId: string,
  part: PlanPart = {},
): Promise<number | null> {
  const { system, clock, ids, plans } = context;
  const now = clock.now();
  const revision = await system.transaction().execute(async (trx) => {
    const plan = await lockDayAndPlan(trx, planId);
    if ((plan.status !== 'ready' && plan.status !== 'applied') || !plan.result)
      throw Problem.of(
        'plan_not_ready',
        `The plan is ${plan.status}. Only a plan that is ready can be applied.`,
      );
    await refuseOutdated(trx, plan);
    const jobs = plan.result.crews.flatMap((crew) => crew.jobs).filter(({ status }) => status === 'planned');
    const intended = await listPlannedJobs(trx, plan);
    const changes = changesOf(plan, jobs, intended, part);
    await refuseChangedBookings(trx, plan, jobs, changes);
    await refuseConflicts(trx, changes);
    const changed = await changePlannedJobs(trx, plan, changes, { cause: 'applied', planId, now });
    await setPlanStatus(trx, planId, 'applied', now);
    await recordAudit(trx, { ids, clock }, actor, {
      accountId: null,
      action: 'plan.applied',
      subject: { kind: 'plan', id: planId },
      changed: plan.reasons,
    });
    return changed;
  });
  plans.announce(planId);
  plans.announceJobs();
  return revision;
}

/** Every change locks the day before the plan. */
export async function lockDayAndPlan(trx: SystemTransaction, planId: string): Promise<PlanWithResult> {
  const unknown = () => Problem.of('not_found', 'No plan has this id.');
  if (!isUuid(planId)) throw unknown();
  const found = await findPlan(trx, planId);
  if (!found) throw unknown();
  await lockPlanDay(trx, found);
  const plan = await lockPlan(trx, planId);
  if (!plan) throw unknown();
  return plan;
}

/** Parts of one plan may be applied one after another. */
async function refuseOutdated(trx: SystemTransaction, plan: PlanWithResult): Promise<void> {
  const changes = await listChangesSince(trx, plan, { revision: plan.revision, exceptPlanId: plan.id });
  if (changes.length === 0) return;
  const byCause = new Map<PlanChangeCause, string[]>();
  for (const { cause, hid, bookingId } of changes)
    byCause.set(cause, [...(byCause.get(cause) ?? []), hid ?? bookingId]);
  const named = [...byCause].map(([cause, hids]) => `${CAUSE_WORDS[cause]} (${listed(hids)})`);
  throw outdated(`Since the plan was computed, the intention of this day has changed: ${named.join('; ')}.`);
}

const CAUSE_WORDS: Readonly<Record<PlanChangeCause, string>> = {
  applied: 'another plan was applied',
  undone: 'a plan was undone',
  locked: 'bookings were locked or unlocked',
  ended: 'bookings were cancelled or completed',
  rescheduled: 'windows or routes changed',
  other_crew: 'bookings were assigned to another crew',
  booked: 'bookings were made, or moved for new ones',
};

function outdated(message: string): Problem {
  return Problem.of('plan_outdated', `${message} Compute a new plan.`);
}

const MAX_NAMED = 10;

function listed(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${[...new Set(names)].slice(0, MAX_NAMED).join(', ')}${more}`;
}

function changesOf(
  plan: PlanWithResult,
  jobs: readonly ResultJob[],
  intended: readonly StoredPlannedJob[],
  { bookings, crews }: PlanPart,
): PlannedJobChange[] {
  const isChosen = (job: Pick<StoredPlannedJob, 'bookingId' | 'crewId'>) =>
    (bookings === undefined && crews === undefined) ||
    bookings?.includes(job.bookingId) ||
    crews?.includes(job.crewId);
  const chosen = new Set([...jobs, ...intended].filter(isChosen).map(({ bookingId }) => bookingId));
  for (const [index, id] of (bookings ?? []).entries())
    if (!chosen.has(id))
      throw Problem.of('invalid_parameter', 'The plan has no planned job for this booking.', {
        param: `bookings[${index}]`,
      });
  return [...chosen].flatMap((bookingId): PlannedJobChange[] => {
    const before = intended.find((job) => job.bookingId === bookingId) ?? null;
    const planned = jobs.find((job) => job.bookingId === bookingId);
    const after = planned ? storedJob(plan, planned) : null;
    return isSame(before, after) ? [] : [{ bookingId, before, after }];
  });
}

function storedJob({ id: planId, areaSlug, day }: PlanWithResult, job: ResultJob): StoredPlannedJob {
  return { ...plannedJobOf(job), areaSlug, day, planId };
}

/** Of which plan a job is does not matter. */
function isSame(before: StoredPlannedJob | null, after: StoredPlannedJob | null): boolean {
  const textOf = (job: StoredPlannedJob | null) =>
    job &&
    JSON.stringify([job.crewId, job.startsMs, job.arrivesMs, job.endsMs, job.stops, job.isLocked, job.miles]);
  return textOf(before) === textOf(after);
}

/** A booking that was cancelled, moved or dispatched since is not what was planned. */
export async function refuseChangedBookings(
  trx: SystemTransaction,
  plan: PlanDay,
  jobs: readonly Pick<ResultJob, 'bookingId' | 'hid' | 'fingerprint'>[],
  changes: readonly Pick<PlannedJobChange, 'bookingId' | 'after'>[],
): Promise<void> {
  const now = new Map((await listPlanBookings(trx, plan)).map((each) => [each.id, fingerprint(each)]));
  const changed = jobs.filter(
    (job) =>
      changes.some(({ bookingId, after }) => bookingId === job.bookingId && after !== null) &&
      now.get(job.bookingId) !== job.fingerprint,
  );
  if (changed.length > 0)
    throw outdated(
      `Since the plan was computed, these bookings have changed: ${listed(changed.map(({ hid }) => hid))}.`,
    );
}

/** The jobs of a crew must not overlap, also with those of other areas, and the crew must be in service. */
export async function refuseConflicts(
  trx: SystemTransaction,
  changes: readonly PlannedJobChange[],
): Promise<void> {
  const added = changes.flatMap(({ after }) => after ?? []);
  if (added.length === 0) return;
  const crewIds = [...new Set(added.map(({ crewId }) => crewId))];
  const crews = await lockPlannedCrews(trx, crewIds);
  const inService = new Set(crews.filter(({ isRetired }) => !isRetired).map(({ id }) => id));
  const retired = added.filter(({ crewId }) => !inService.has(crewId));
  if (retired.length > 0) throw outdated('A crew of the plan has been retired.');
  const fromMs = Math.min(...added.map(({ startsMs }) => startsMs));
  const toMs = Math.max(...added.map(({ endsMs }) => endsMs));
  const replaced = new Set(changes.map(({ bookingId }) => bookingId));
  const kept = (await listPlannedJobsOfCrews(trx, crewIds, { fromMs, toMs })).filter(
    ({ bookingId }) => !replaced.has(bookingId),
  );
  const [overlap] = overlappingJobs([...kept, ...added]);
  if (!overlap) return;
  const ids = overlap.map(({ bookingId }) => bookingId);
  const hids = await hidsOf(trx, ids);
  const [first, second] = ids.map((id) => hids.get(id) ?? id);
  throw Problem.of(
    'plan_outdated',
    `The bookings ${first} and ${second} would overlap for one crew. Apply both, or the whole plan.`,
  );
}
