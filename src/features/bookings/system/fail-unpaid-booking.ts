// Cancels a booking whose payment was refused, with the ordinary event. A booking that has ended, or whose goods are
// already loaded, is left unchanged: its cost stays on the account.
import { failBooking } from '../../../domain/booking-ending.ts';
import { Problem } from '../../../lib/problem.ts';
import { nothingToAsk } from '../booking-terms.ts';
import { type BookingChange, type MovingContext, moveBooking } from '../change-booking.ts';

export async function failUnpaidBooking(
  context: MovingContext,
  accountId: string,
  bookingId: string,
): Promise<void> {
  const change: BookingChange<null> = {
    bookingId,
    action: 'booking.cancelled',
    status: 200,
    prepare: nothingToAsk,
    decide: (booking, _facts, moment) => failBooking(booking, { cause: 'payment_refused' }, moment),
  };
  const actor = { actor: { kind: 'system', id: 'payments' }, requestId: `payment-${bookingId}` } as const;
  try {
    await moveBooking(context, accountId, change, actor);
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'conflict') throw error;
  }
}
