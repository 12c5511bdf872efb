// Notes of crew members about a stop, and problems on the way to it.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';

export interface NewCrewNote {
  readonly id: string;
  readonly bookingRef: BookingRef;
  readonly stopId: string;
  readonly memberId: string;
  readonly kind: 'note' | 'problem';
  readonly text: string;
  readonly at: Date;
}

export async function insertCrewNote(
  trx: SystemDatabase,
  { id, bookingRef, stopId, memberId, kind, text, at }: NewCrewNote,
): Promise<void> {
  await trx
    .insertInto('booking_note')
    .values({
      id,
      booking_id: bookingRef.bookingId,
      account_id: bookingRef.accountId,
      member_id: memberId,
      stop_id: stopId,
      kind,
      text,
      created_at: at,
    })
    .execute();
}

export async function hasStop(
  db: SystemDatabase,
  { bookingId }: BookingRef,
  stopId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('booking_stop')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('id', '=', stopId)
    .executeTakeFirst();
  return found !== undefined;
}
