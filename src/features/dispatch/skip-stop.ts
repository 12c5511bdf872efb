// Use case: an operator skips a stop, with a reason that the partner sees. The stop counts as done without a photo.
import { completeStop } from '../../domain/booking-progress.ts';
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

export function skipStop(
  context: BookingChangeContext,
  actor: BookingActor,
  bookingRef: BookingRef,
  report: StopStepReport & { readonly reason: string },
  hook?: TransactionHook,
): Promise<Answer> {
  const input = { ...reportOf(report), photoUrls: [], outcome: 'skipped', reason: report.reason } as const;
  const transition: BookingTransition = {
    action: 'booking.stop.skipped',
    decide: (booking, moment) => completeStop(booking, input, {}, moment),
  };
  return transitionBooking(context, actor, bookingRef, transition, hook);
}
