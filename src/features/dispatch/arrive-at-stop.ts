// Use case: the crew arrives at a stop.
import { arriveAt } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { MovingContext, TransactionHook } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs, reportOf, type StopNews } from './transition-booking.ts';

export function arriveAtStop(
  context: MovingContext,
  actor: Mover,
  bookingRef: BookingPlace,
  report: StopNews,
  hook?: TransactionHook,
): Promise<Answer> {
  const transition: BookingMove = {
    action: 'booking.stop.arrived',
    precondition: report.precondition,
    decide: (booking, moment) => arriveAt(booking, reportOf(report), moment),
  };
  return moveAs(context, actor, bookingRef, transition, hook);
}
