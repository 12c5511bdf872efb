// Use case: an operator skips a stop, with a reason that the partner sees. The stop counts as done without a photo.
import { completeStop } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { MovingContext, TransactionHook } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs, reportOf, type StopNews } from './transition-booking.ts';

export function skipStop(
  context: MovingContext,
  actor: Mover,
  bookingRef: BookingPlace,
  report: StopNews & { readonly reason: string },
  hook?: TransactionHook,
): Promise<Answer> {
  const input = { ...reportOf(report), photoUrls: [], outcome: 'skipped', reason: report.reason } as const;
  const transition: BookingMove = {
    action: 'booking.stop.skipped',
    decide: (booking, moment) => completeStop(booking, input, {}, moment),
  };
  return moveAs(context, actor, bookingRef, transition, hook);
}
