// Adds an adjustment to a final fare, such as a refund, a credit or a late toll. Billing follows the resulting event.
import type { Adjustment } from '../../domain/adjustment.ts';
import { adjustBookingFare } from '../../domain/booking-ending.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { BookingChangeContext, TransactionHook } from '../bookings/change-booking.ts';
import type { BookingActor } from '../bookings/save-booking.ts';
import type { BookingRef } from './booking-ref.ts';
import { type BookingTransition, transitionBooking } from './transition-booking.ts';

export function adjustFare(
  context: BookingChangeContext,
  actor: BookingActor,
  bookingRef: BookingRef,
  adjustment: Omit<Adjustment, 'createdAtMs'>,
  hook?: TransactionHook,
): Promise<Answer> {
  const transition: BookingTransition = {
    action: 'booking.fare_adjusted',
    decide: (booking, { nowMs }) =>
      adjustBookingFare(booking, { adjustment: { ...adjustment, createdAtMs: nowMs } }, { nowMs }),
  };
  return transitionBooking(context, actor, bookingRef, transition, hook);
}
