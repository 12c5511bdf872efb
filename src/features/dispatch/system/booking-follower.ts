// Applies booking events to crews: bookings are cancelled, changed and completed without dispatch taking part.
// Engagements are ended or rescheduled, offers withdrawn, positions updated. A completed stop gets the job that moves on
// from it.
import type { SystemTransaction } from '../../../db/system-database.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import { MOVE_ON_AFTER_MS } from '../../../domain/dispatch/dispatch.ts';
import { hasDeparted, rescheduledSlot } from '../../../domain/dispatch/engagement-reschedule.ts';
import { addJobs } from '../../../jobs/add-jobs.ts';
import type { PositionedEvent } from '../../../jobs/relay-store.ts';
import { MOVE_ON_JOB, type MoveOnJobData } from '../move-on-job.ts';
import {
  endEngagements,
  endRescheduled,
  findDoneStops,
  findReplanned,
  loadChanged,
  lockEngagements,
  type OpenEngagement,
  rescheduleEngagement,
  updateCrewPositions,
  withdrawChangedOffers,
  withdrawOffers,
} from './booking-follower-store.ts';

/** Due job that removes the crew from a booking whose crew is not free at the new time. The key is the booking id. */
export const REMOVE_CREW_JOB = 'dispatch.let_go';

const stateEventTypes = new Set([
  'booking.dispatched',
  'booking.cancelled',
  'booking.completed',
  'booking.crew_changed',
]);
const positionEventTypes = new Set(['crew.location_updated', 'booking.stop.arrived']);

/** Runs in the relay's transaction. Returns the number of jobs added. */
export async function applyBookingEvents(
  trx: SystemTransaction,
  events: readonly PositionedEvent[],
  now: Date,
): Promise<number> {
  const bookingIdsOf = (matches: (type: string) => boolean) => [
    ...new Set(events.filter(({ type }) => matches(type)).flatMap(({ bookingId }) => bookingId ?? [])),
  ];
  const moveOnJobs = await addMoveOnJobs(
    trx,
    bookingIdsOf((type) => type === 'booking.stop.completed'),
    now,
  );
  const moved = bookingIdsOf((type) => stateEventTypes.has(type));
  const edits = events.filter(({ type }) => type === 'booking.updated').map(({ id }) => id);
  const changed = await findReplanned(trx, edits);
  const seen = bookingIdsOf((type) => positionEventTypes.has(type));
  if (moved.length + changed.length + seen.length === 0) return moveOnJobs;
  const engagements = await lockEngagements(trx, [...moved, ...changed, ...seen]);
  if (moved.length > 0) await withdrawOffers(trx, moved, now);
  if (changed.length > 0) await withdrawChangedOffers(trx, changed, now);
  if (engagements.length === 0) return moveOnJobs;
  if (seen.length > 0) await updateCrewPositions(trx, seen, now);
  await endEngagements(trx, moved, now);
  const rescheduled = engagements.filter(({ bookingId }) => changed.includes(bookingId));
  return moveOnJobs + (await reschedule(trx, rescheduled, now));
}

/** A booking that has moved on since needs no job. */
async function addMoveOnJobs(
  trx: SystemTransaction,
  bookingIds: readonly string[],
  now: Date,
): Promise<number> {
  const done = await findDoneStops(trx, bookingIds, now);
  const jobs = done.map(({ bookingId, accountId, stopId, since }) => ({
    kind: MOVE_ON_JOB,
    key: `${bookingId}:${stopId}`,
    accountId,
    dueAt: new Date(since.getTime() + MOVE_ON_AFTER_MS),
    data: { bookingId, stopId } satisfies MoveOnJobData,
  }));
  await addJobs(trx, jobs, now);
  return jobs.length;
}

async function reschedule(
  trx: SystemTransaction,
  engagements: readonly OpenEngagement[],
  now: Date,
): Promise<number> {
  if (engagements.length === 0) return 0;
  const bookings = await loadChanged(
    trx,
    engagements.map(({ bookingId }) => bookingId),
  );
  const conflicting: Booking[] = [];
  for (const booking of bookings) {
    const engagement = engagements.find(({ bookingId }) => bookingId === booking.id);
    if (!engagement || booking.state !== 'dispatched') continue;
    const slot = rescheduledSlot(booking, engagement.slot);
    if (await rescheduleEngagement(trx, engagement, slot, hasDeparted(booking))) continue;
    // A crew that is under way stays with its job; the next job will be late.
    if (hasDeparted(booking)) continue;
    await endRescheduled(trx, engagement.id, now);
    conflicting.push(booking);
  }
  const jobs = conflicting.map(({ id, accountId }) => ({
    kind: REMOVE_CREW_JOB,
    key: id,
    accountId,
    dueAt: now,
    data: {},
  }));
  await addJobs(trx, jobs, now);
  return jobs.length;
}
