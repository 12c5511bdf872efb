// Due job that watches a promised arrival window and notifies the recipients when it cannot be met.
import type { SystemDatabase } from '../../../db/system-database.ts';
import { latenessVerdict } from '../../../domain/lateness.ts';
import { planLateNotices } from '../../../domain/notification-plan.ts';
import { readNotifiedBooking, readRecipients } from '../notified-booking-view.ts';
import { type ComposingContext, composeMessages } from './compose-messages.ts';
import { findBookingNow } from './notified-booking-store.ts';
import { saveMessages, type WatchJobData } from './plan-messages.ts';

export interface WatchingContext extends ComposingContext {
  readonly system: SystemDatabase;
}

/** When to check again; null if there is nothing more to watch. */
export async function watchLateness(
  context: WatchingContext,
  { bookingId, windowEndMs }: WatchJobData,
): Promise<Date | null> {
  const { system, clock } = context;
  const found = await findBookingNow(system, bookingId);
  if (!found) return null;
  const booking = readNotifiedBooking(found.booking, found);
  const now = clock.now();
  const verdict = latenessVerdict(booking, windowEndMs, now.getTime());
  if (verdict.kind === 'over') return null;
  if (verdict.kind === 'look_again') return new Date(verdict.atMs);
  const notices = planLateNotices(booking, readRecipients(found.booking, found));
  const messages = composeMessages(context, { ...found, eventId: null }, booking, notices);
  await system.transaction().execute((trx) => saveMessages(trx, messages, now));
  return null;
}
