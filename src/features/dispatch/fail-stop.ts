// Use case: the crew reports that it cannot complete a stop. The crew stays there until an operator decides: retry,
// skip or cancel.
import { failStop as fail } from '../../domain/booking-progress.ts';
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

export interface StopFailureReport extends StopStepReport {
  readonly reason: string;
  /** URLs of photos that were uploaded for this booking. May be empty. */
  readonly photoUrls: readonly string[];
}

export async function failStop(
  context: BookingChangeContext,
  actor: BookingActor,
  bookingRef: BookingRef,
  report: StopFailureReport,
  hook?: TransactionHook,
): Promise<Answer> {
  const { reason, photoUrls } = report;
  await requireUploadedPhotos(context, bookingRef, photoUrls);
  const transition: BookingTransition = {
    action: 'booking.stop.failed',
    precondition: report.precondition,
    decide: (booking, moment) => fail(booking, { ...reportOf(report), reason, photoUrls }, moment),
  };
  return transitionBooking(context, actor, bookingRef, transition, hook);
}
