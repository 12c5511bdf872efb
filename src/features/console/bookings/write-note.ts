// A note about a booking, or a call that was had about it: for colleagues, never for partners.
import { recordAudit } from '../../../db/audit-store.ts';
import { worldNow } from '../../../lib/clock.ts';
import { inTransaction } from '../../accounts/system/admin-context.ts';
import type { Mover } from '../../bookings/save-booking.ts';
import type { ConsoleContext } from '../console-context.ts';
import { type BookingEntry, insertEntry } from './booking-note-store.ts';
import { loadBookingAnywhere } from './booking-place.ts';

export interface WrittenEntry {
  readonly id: string;
  readonly at: Date;
}

export async function writeEntry(
  context: Pick<ConsoleContext, 'system' | 'clock' | 'ids'>,
  { actor, requestId }: Mover,
  idOrHid: string,
  entry: BookingEntry,
): Promise<WrittenEntry> {
  const { id: bookingId, accountId } = await loadBookingAnywhere(context, idOrHid);
  const at = worldNow(context.clock);
  const id = context.ids.next();
  await inTransaction(context.system, async (trx) => {
    await insertEntry(trx, { id, bookingId, accountId, operatorId: actor.id, at }, entry);
    await recordAudit(trx, {
      id: context.ids.next(),
      accountId,
      actor,
      action: entry.kind === 'call' ? 'booking.call_logged' : 'booking.note_added',
      subject: { kind: 'booking', id: bookingId },
      requestId,
      at,
    });
  });
  return { id, at };
}
