// Cancels a booking whose payment was refused, with the ordinary event. A booking that has ended, or whose goods are
// already loaded, is left unchanged: its cost stays on the account.
import { failBooking } from '../../../domain/booking/booking-ending.ts';
import { Problem } from '../../../lib/problem.ts';
import type { BookingRef } from '../booking-ref.ts';
import { prepareNothing } from '../booking-terms.ts';
import { type BookingChange, type BookingChangeContext, changeBooking } from '../change-booking.ts';

export async function failUnpaidBooking(
  context: BookingChangeContext,
  bookingRef: BookingRef,
): Promise<void> {
  const change: BookingChange<null> = {
    action: 'booking.cancelled',
    prepare: prepareNothing,
    decide: (booking, _facts, moment) => failBooking(booking, { cause: 'payment_refused' }, moment),
  };
  const actor = { kind: 'system', id: 'payments', requestId: `payment-${bookingRef.bookingId}` } as const;
  try {
    await changeBooking(context, actor, bookingRef, change);
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'conflict') throw error;
  }
}
