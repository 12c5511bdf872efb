// Use case: the crew completes a stop with proof of delivery. Completing the last stop completes the booking and fixes
// the fare.
import { completeStop as complete } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { BookingChangeContext, TransactionHook } from '../bookings/change-booking.ts';
import type { BookingActor } from '../bookings/save-booking.ts';
import { requireUploadedPhotos } from '../photos/own-photos.ts';
import type { BookingRef } from './booking-ref.ts';
import {
  type BookingTransition,
  reportOf,
  type StopStepReport,
  transitionBooking,
} from './transition-booking.ts';

export interface StopCompletionReport extends StopStepReport {
  /** URLs of photos that were uploaded for this booking. */
  readonly photoUrls: readonly string[];
}

export async function completeStop(
  context: BookingChangeContext,
  actor: BookingActor,
  bookingRef: BookingRef,
  report: StopCompletionReport,
  hook?: TransactionHook,
): Promise<Answer> {
  await requireUploadedPhotos(context, bookingRef, report.photoUrls);
  const input = { ...reportOf(report), photoUrls: report.photoUrls, outcome: 'done', reason: null } as const;
  const transition: BookingTransition = {
    action: 'booking.stop.completed',
    precondition: report.precondition,
    decide: (booking, moment) => complete(booking, input, {}, moment),
  };
  return transitionBooking(context, actor, bookingRef, transition, hook);
}
