// Use case: the crew completes a stop with proof of delivery. Completing the last stop completes the booking and fixes
// the fare.
import { completeStop as complete } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { MovingContext, TransactionHook } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import { requireOwnPhotos } from '../photos/own-photos.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs, reportOf, type StopNews } from './transition-booking.ts';

export interface StopDone extends StopNews {
  /** URLs of photos that were uploaded for this booking. */
  readonly photoUrls: readonly string[];
}

export async function completeStop(
  context: MovingContext,
  actor: Mover,
  bookingRef: BookingPlace,
  report: StopDone,
  hook?: TransactionHook,
): Promise<Answer> {
  await requireOwnPhotos(context, bookingRef, report.photoUrls);
  const input = { ...reportOf(report), photoUrls: report.photoUrls, outcome: 'done', reason: null } as const;
  const transition: BookingMove = {
    action: 'booking.stop.completed',
    precondition: report.precondition,
    decide: (booking, moment) => complete(booking, input, {}, moment),
  };
  return moveAs(context, actor, bookingRef, transition, hook);
}
