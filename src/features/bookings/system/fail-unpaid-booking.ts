// Cancels a booking whose payment was refused, with the ordinary event. A booking that has ended, or whose goods are
// already loaded, is left unchanged: its cost stays on the account.
import { failBooking } from '../../../domain/booking-ending.ts';
import { Problem } from '../../../lib/problem.ts';
import { prepareNothing } from '../booking-terms.ts';
import { applyBookingChange, type BookingChange, type BookingChangeContext } from '../change-booking.ts';

export async function failUnpaidBooking(
  context: BookingChangeContext,
  accountId: string,
  bookingId: string,
): Promise<void> {
  const change: BookingChange<null> = {
    bookingId,
    action: 'booking.cancelled',
    status: 200,
    prepare: prepareNothing,
    decide: (booking, _facts, moment) => failBooking(booking, { cause: 'payment_refused' }, moment),
  };
  const actor = { actor: { kind: 'system', id: 'payments' }, requestId: `payment-${bookingId}` } as const;
  try {
    await applyBookingChange(context, accountId, change, actor);
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'conflict') throw error;
  }
}
