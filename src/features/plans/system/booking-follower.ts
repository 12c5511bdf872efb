// Removes the intention of bookings that have ended, have another window or route, or another crew than planned. Runs in the
// transaction of dispatch's follower, before it: the lock of a day comes before those of crews.
import type { SystemDatabase, SystemTransaction } from '../../../db/system-database.ts';
import type { PositionedEvent } from '../../../jobs/relay-store.ts';
import { findReplanned } from '../../dispatch/system/booking-follower-store.ts';
import { listJobsOfRetiredCrews, listOutdatedJobs, type OutdatedJob } from './outdated-job-store.ts';
import { changePlannedJobs, listPlannedJobsOf, lockPlanDay } from './planned-job-store.ts';

const stateEventTypes = new Set([
  'booking.dispatched',
  'booking.cancelled',
  'booking.completed',
  'booking.crew_changed',
]);

/** Returns the number of changed days. */
export async function removeOutdatedIntentions(
  trx: SystemTransaction,
  events: readonly PositionedEvent[],
  now: Date,
): Promise<number> {
  const moved = events.flatMap(({ type, bookingId }) => (stateEventTypes.has(type) && bookingId) || []);
  const edited = events.filter(({ type }) => type === 'booking.updated').map(({ id }) => id);
  const replanned = await findReplanned(trx, edited);
  if (moved.length + replanned.length === 0) return 0;
  return removeAll(trx, await listOutdatedJobs(trx, moved, replanned), now);
}

/** A crew is retired under its own lock, which comes after that of the day; so its jobs are removed afterwards. */
export async function removeJobsOfRetiredCrews(system: SystemDatabase, now: Date): Promise<number> {
  const jobs = await listJobsOfRetiredCrews(system);
  if (jobs.length === 0) return 0;
  return system.transaction().execute((trx) => removeAll(trx, jobs, now));
}

async function removeAll(
  trx: SystemTransaction,
  outdated: readonly OutdatedJob[],
  now: Date,
): Promise<number> {
  const days = groupByDay(outdated);
  for (const [, jobs] of days) await removeJobs(trx, jobs, now);
  return days.length;
}

/** In a fixed order: two followers of different processes lock days alike. */
function groupByDay(jobs: readonly OutdatedJob[]): [string, OutdatedJob[]][] {
  const days = new Map<string, OutdatedJob[]>();
  for (const job of jobs) {
    const key = `${job.day} ${job.areaSlug}`;
    days.set(key, [...(days.get(key) ?? []), job]);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function removeJobs(
  trx: SystemTransaction,
  [first, ...rest]: readonly OutdatedJob[],
  now: Date,
): Promise<void> {
  if (!first) return;
  const jobs = [first, ...rest];
  await lockPlanDay(trx, first);
  // Read again under the lock: a plan may have been applied in between.
  const stored = await listPlannedJobsOf(
    trx,
    jobs.map(({ bookingId }) => bookingId),
  );
  for (const cause of ['ended', 'rescheduled', 'other_crew'] as const) {
    const changes = stored
      .filter((job) => jobs.some((each) => each.bookingId === job.bookingId && each.cause === cause))
      .map((before) => ({ bookingId: before.bookingId, before, after: null }));
    await changePlannedJobs(trx, first, changes, { cause, planId: null, now });
  }
}
