// Due job that watches a promised arrival window and notifies the recipients when it cannot be met.
import type { SystemDatabase } from '../../../db/system-database.ts';
import { planLateNotices } from '../../../domain/notification/notification-plan.ts';
import { decideLateness } from '../../../domain/time/lateness.ts';
import { readNotifiedBooking, readRecipients } from '../notified-booking-view.ts';
import { type ComposeContext, composeMessages } from './compose-messages.ts';
import { findCurrentBooking } from './notified-booking-store.ts';
import { type LatenessJobData, saveMessages } from './plan-messages.ts';

export interface WatchLatenessContext extends ComposeContext {
  readonly system: SystemDatabase;
}

/** When to check again; null if there is nothing more to watch. */
export async function watchLateness(
  context: WatchLatenessContext,
  { bookingId, windowEndMs }: LatenessJobData,
): Promise<Date | null> {
  const { system, clock } = context;
  const found = await findCurrentBooking(system, bookingId);
  if (!found) return null;
  const booking = readNotifiedBooking(found.booking, found);
  const now = clock.now();
  const verdict = decideLateness(booking, windowEndMs, now.getTime());
  if (verdict.kind === 'over') return null;
  if (verdict.kind === 'look_again') return new Date(verdict.atMs);
  const notices = planLateNotices(booking, readRecipients(found.booking, found));
  const messages = composeMessages(context, { ...found, eventId: null }, booking, notices);
  await system.transaction().execute((trx) => saveMessages(trx, messages, now));
  return null;
}
