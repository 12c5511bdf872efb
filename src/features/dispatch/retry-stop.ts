// Use case: after a stop failure, an operator tells the crew to try again.
import { retryStop as retry } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { BookingChangeContext, TransactionHook } from '../bookings/change-booking.ts';
import type { BookingActor } from '../bookings/save-booking.ts';
import type { BookingRef } from './booking-ref.ts';
import { type BookingTransition, transitionBooking } from './transition-booking.ts';

export function retryStop(
  context: BookingChangeContext,
  actor: BookingActor,
  bookingRef: BookingRef,
  { stopId }: { readonly stopId: string },
  hook?: TransactionHook,
): Promise<Answer> {
  const transition: BookingTransition = {
    action: 'booking.stop.retried',
    decide: (booking, moment) => retry(booking, { stopId }, moment),
  };
  return transitionBooking(context, actor, bookingRef, transition, hook);
}
