// Use case: an operator skips a stop, with a reason that the partner sees. The stop counts as done without a photo.
import { completeStop } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { Along, MovingContext } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs, reportOf, type StopNews } from './transition-booking.ts';

export function skipStop(
  context: MovingContext,
  actor: Mover,
  place: BookingPlace,
  news: StopNews & { readonly reason: string },
  along?: Along,
): Promise<Answer> {
  const report = { ...reportOf(news), photoUrls: [], outcome: 'skipped', reason: news.reason } as const;
  const move: BookingMove = {
    action: 'booking.stop.skipped',
    decide: (booking, moment) => completeStop(booking, report, {}, moment),
  };
  return moveAs(context, actor, place, move, along);
}
