// Use case: the crew arrives at a stop.
import { arriveAt } from '../../domain/booking-progress.ts';
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

export function arriveAtStop(
  context: BookingChangeContext,
  actor: BookingActor,
  bookingRef: BookingRef,
  report: StopStepReport,
  hook?: TransactionHook,
): Promise<Answer> {
  const transition: BookingTransition = {
    action: 'booking.stop.arrived',
    precondition: report.precondition,
    decide: (booking, moment) => arriveAt(booking, reportOf(report), moment),
  };
  return transitionBooking(context, actor, bookingRef, transition, hook);
}
