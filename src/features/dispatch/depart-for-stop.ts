// Use case: the crew departs for a stop.
import { departFor } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { BookingChangeContext, TransactionHook } from '../bookings/change-booking.ts';
import type { BookingActor } from '../bookings/save-booking.ts';
import type { BookingRef } from './booking-ref.ts';
import {
  type BookingTransition,
  reportOf,
  type StopStepReport,
  transitionBooking,
} from './transition-booking.ts';

export interface StopDepartureReport extends StopStepReport {
  /** Expected arrival at the stop; null if unknown. */
  readonly eta: Date | null;
}

export function departForStop(
  context: BookingChangeContext,
  actor: BookingActor,
  bookingRef: BookingRef,
  report: StopDepartureReport,
  hook?: TransactionHook,
): Promise<Answer> {
  const input = { ...reportOf(report), etaMs: report.eta?.getTime() ?? null };
  const transition: BookingTransition = {
    action: 'booking.stop.departed',
    precondition: report.precondition,
    decide: (booking, moment) => departFor(booking, input, moment),
  };
  return transitionBooking(context, actor, bookingRef, transition, hook);
}
