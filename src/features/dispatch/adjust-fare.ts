// Adds an adjustment to a final fare, such as a refund, a credit or a late toll. Billing follows the resulting event.
import type { Adjustment } from '../../domain/adjustment.ts';
import { adjustBookingFare } from '../../domain/booking-ending.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { MovingContext, TransactionHook } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs } from './transition-booking.ts';

export function adjustFare(
  context: MovingContext,
  actor: Mover,
  bookingRef: BookingPlace,
  adjustment: Omit<Adjustment, 'createdAtMs'>,
  hook?: TransactionHook,
): Promise<Answer> {
  const transition: BookingMove = {
    action: 'booking.fare_adjusted',
    decide: (booking, { nowMs }) =>
      adjustBookingFare(booking, { adjustment: { ...adjustment, createdAtMs: nowMs } }, { nowMs }),
  };
  return moveAs(context, actor, bookingRef, transition, hook);
}
