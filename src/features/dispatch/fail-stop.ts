// Use case: the crew reports that it cannot complete a stop. The crew stays there until an operator decides: retry,
// skip or cancel.
import { failStop as fail } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { MovingContext, TransactionHook } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import { requireOwnPhotos } from '../photos/own-photos.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs, reportOf, type StopNews } from './transition-booking.ts';

export interface StopFailureReport extends StopNews {
  readonly reason: string;
  /** URLs of photos that were uploaded for this booking. May be empty. */
  readonly photoUrls: readonly string[];
}

export async function failStop(
  context: MovingContext,
  actor: Mover,
  bookingRef: BookingPlace,
  report: StopFailureReport,
  hook?: TransactionHook,
): Promise<Answer> {
  const { reason, photoUrls } = report;
  await requireOwnPhotos(context, bookingRef, photoUrls);
  const transition: BookingMove = {
    action: 'booking.stop.failed',
    precondition: report.precondition,
    decide: (booking, moment) => fail(booking, { ...reportOf(report), reason, photoUrls }, moment),
  };
  return moveAs(context, actor, bookingRef, transition, hook);
}
