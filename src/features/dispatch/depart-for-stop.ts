// Use case: the crew departs for a stop.
import { departFor } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { MovingContext, TransactionHook } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs, reportOf, type StopNews } from './transition-booking.ts';

export interface StopDeparture extends StopNews {
  /** Expected arrival at the stop; null if unknown. */
  readonly eta: Date | null;
}

export function departForStop(
  context: MovingContext,
  actor: Mover,
  bookingRef: BookingPlace,
  report: StopDeparture,
  hook?: TransactionHook,
): Promise<Answer> {
  const input = { ...reportOf(report), etaMs: report.eta?.getTime() ?? null };
  const transition: BookingMove = {
    action: 'booking.stop.departed',
    precondition: report.precondition,
    decide: (booking, moment) => departFor(booking, input, moment),
  };
  return moveAs(context, actor, bookingRef, transition, hook);
}
