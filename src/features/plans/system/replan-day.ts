// Re-plans a day by insertion (decision 0091): reads the day, computes in memory, and writes the changes with a plan version in
// one transaction. Nothing is written if the day, a booking or a crew has changed in between.
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemTransaction } from '../../../db/system-database.ts';
import type { ServiceArea } from '../../../domain/place/service-area.ts';
import type { Waypoint } from '../../../domain/place/travel.ts';
import { CrewInputs, placesOf } from '../../../domain/plan/crew-input.ts';
import {
  InsertionReplan,
  type Replanned,
  type ReplanOptions,
} from '../../../domain/plan/insertion-replan.ts';
import { presentInsertions } from '../../../domain/plan/insertion-result.ts';
import { fingerprint, type PlanInput } from '../../../domain/plan/plan-input.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { refuseChangedBookings, refuseConflicts } from './apply-plan.ts';
import type { JourneyBook } from './journey-book.ts';
import type { PlanContext } from './plan-context.ts';
import type { PlanDay } from './plan-input-store.ts';
import { findLastResult, insertAppliedPlan, type ReplanReason, type StoredResult } from './plan-store.ts';
import {
  changePlannedJobs,
  lockPlanDay,
  lockPlannedCrews,
  type PlannedJobChange,
  planDayRevision,
} from './planned-job-store.ts';
import { type DayInput, readDayInput } from './read-day-input.ts';
import { listLeftOut } from './replan-watch-store.ts';

export interface DayToReplan {
  readonly area: ServiceArea;
  readonly day: string;
  readonly reasons: readonly ReplanReason[];
  /** Crews whose jobs may no longer be drivable. */
  readonly suspects: ReadonlySet<string>;
}

/** `outdated`: the day changed meanwhile; nothing was written. */
export type ReplanOutcome =
  | { readonly kind: 'unchanged' | 'outdated' }
  | { readonly kind: 'applied'; readonly changes: number; readonly unserved: number };

export const replanActor = (planId: string): Actor => ({
  kind: 'system',
  id: 'replanning',
  requestId: `replan-${planId}`,
});

interface ReadDay extends Pick<DayToReplan, 'reasons'> {
  readonly planDay: PlanDay;
  readonly revision: number;
  readonly input: DayInput & PlanInput;
  readonly timeZone: string;
  readonly startedAt: Date;
}

export async function replanDay(
  context: PlanContext,
  book: JourneyBook,
  { area, day, reasons, suspects }: DayToReplan,
): Promise<ReplanOutcome> {
  const { system, clock } = context;
  const planDay = { areaSlug: area.slug, day };
  const startedAt = clock.now();
  // Before the input: a change in between makes the plan outdated, never wrong.
  const revision = await planDayRevision(system, planDay);
  const [{ input: read, timeZone }, leftOut] = await Promise.all([
    readDayInput({ system, now: startedAt, timeZone: context.timeZone }, area, day),
    listLeftOut(system, planDay),
  ]);
  const input = { ...read, locks: { bookings: [], crews: [] } };
  const hasRoads = await book.refresh();
  const replanned = await compute(input, book, { suspects, leftOut: new Set(leftOut), hasRoads });
  const result = resultOf(input, replanned, hasRoads);
  if (replanned.changes.length === 0 && (await isKnown(context, planDay, result)))
    return { kind: 'unchanged' };
  const found = { reasons, planDay, revision, input, timeZone, startedAt };
  const isWritten = await write(context, found, replanned, result);
  if (!isWritten) return { kind: 'outdated' };
  return { kind: 'applied', changes: replanned.changes.length, unserved: replanned.unserved.length };
}

async function compute(
  input: PlanInput,
  book: JourneyBook,
  { hasRoads, suspects, leftOut }: ReplanOptions & { readonly hasRoads: boolean },
): Promise<Replanned> {
  if (!hasRoads) return new InsertionReplan(input, book.journey, { suspects, leftOut }).run();
  const places = { sources: [] as Waypoint[], targets: [] as Waypoint[] };
  const inputs = new CrewInputs(input);
  for (const crew of input.crews) {
    const own = placesOf(inputs.of(crew));
    await book.measure(own);
    places.sources.push(...own.sources);
    places.targets.push(...own.targets);
  }
  // All crews are examined before the measurement, so that it includes every booking that may need another crew.
  const all = new Set(input.crews.map(({ id }) => id));
  const replan = new InsertionReplan(input, book.journey, { suspects: all, leftOut });
  const ends = replan.affected.flatMap(({ stops }) => {
    const [first, last] = [stops[0], stops.at(-1)];
    return first && last ? [{ first, last }] : [];
  });
  for (const each of ends) await book.measureNearest(each, places);
  await book.measure({ sources: ends.map(({ last }) => last), targets: ends.map(({ first }) => first) });
  return replan.run();
}

function resultOf(input: PlanInput, replanned: Replanned, hasRoads: boolean): StoredResult {
  const { settings, learned } = input;
  return {
    ...presentInsertions(input, replanned),
    travel: hasRoads ? { source: 'roads', estimatedShare: 0 } : { source: 'estimate', estimatedShare: 1 },
    learned: learned && { drive: learned.drive, service: { ...learned.service } },
    serviceLevel: settings.serviceLevel,
    bufferMinutes: settings.bufferMinutes,
  };
}

/** Whether the last plan of the day says of the same bookings why they are not served. */
async function isKnown(
  { system }: PlanContext,
  planDay: PlanDay,
  { unserved }: Pick<StoredResult, 'unserved'>,
): Promise<boolean> {
  const textOf = (each: StoredResult['unserved']) =>
    each
      .map(({ bookingId, reason }) => `${bookingId} ${reason}`)
      .sort()
      .join();
  if (unserved.length === 0) return true;
  return textOf(unserved) === textOf((await findLastResult(system, planDay))?.unserved ?? []);
}

/** Returns false if the day has changed since it was read. */
async function write(
  { system, clock, ids, plans }: PlanContext,
  { planDay, revision, input, timeZone, startedAt, reasons }: ReadDay,
  replanned: Replanned,
  result: StoredResult,
): Promise<boolean> {
  const now = clock.now();
  const planId = ids.next();
  const actor = replanActor(planId);
  const before = new Map(input.planned.map((job) => [job.bookingId, job]));
  const changes = replanned.changes.map(({ bookingId, after }) => ({
    bookingId,
    before: before.get(bookingId) ?? null,
    after: after && { ...after, ...planDay, planId },
  }));
  const isWritten = await system.transaction().execute(async (trx) => {
    const isSame =
      (await lockPlanDay(trx, planDay)) === revision && (await isUnchanged(trx, { planDay, input }, changes));
    if (!isSame) return false;
    const plan = { id: planId, ...planDay, reasons, timeZone, actor, revision, createdAt: startedAt, result };
    await insertAppliedPlan(trx, plan, now);
    await changePlannedJobs(trx, planDay, changes, { cause: 'applied', planId, now });
    await recordAudit(trx, { ids, clock }, actor, {
      accountId: null,
      action: 'plan.applied',
      subject: { kind: 'plan', id: planId },
      changed: reasons,
    });
    return true;
  });
  if (!isWritten) return false;
  plans.announce(planId);
  plans.announceJobs();
  return true;
}

/** The caller has locked the day. An offer or engagement since then would freeze what is about to move. */
async function isUnchanged(
  trx: SystemTransaction,
  { planDay, input }: Pick<ReadDay, 'planDay' | 'input'>,
  changes: readonly PlannedJobChange[],
): Promise<boolean> {
  const crewIds = new Set(
    changes.flatMap(({ before, after }) => [before, after].flatMap((job) => job?.crewId ?? [])),
  );
  const versions = new Map(input.crews.map(({ id, version }) => [id, version]));
  for (const { id, version } of await lockPlannedCrews(trx, [...crewIds]))
    if (versions.has(id) && versions.get(id) !== version) return false;
  const bookings = input.bookings.map((each) => ({
    bookingId: each.id,
    hid: each.hid,
    fingerprint: fingerprint(each),
  }));
  try {
    await refuseChangedBookings(trx, planDay, bookings, changes);
    await refuseConflicts(trx, changes);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
