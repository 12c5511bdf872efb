// Use case: after a stop failure, an operator tells the crew to try again.
import { retryStop as retry } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { MovingContext, TransactionHook } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs } from './transition-booking.ts';

export function retryStop(
  context: MovingContext,
  actor: Mover,
  bookingRef: BookingPlace,
  { stopId }: { readonly stopId: string },
  hook?: TransactionHook,
): Promise<Answer> {
  const transition: BookingMove = {
    action: 'booking.stop.retried',
    decide: (booking, moment) => retry(booking, { stopId }, moment),
  };
  return moveAs(context, actor, bookingRef, transition, hook);
}
