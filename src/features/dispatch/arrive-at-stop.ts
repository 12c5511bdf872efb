// Use case: the crew arrives at a stop.
import { arriveAt } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { Along, MovingContext } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs, reportOf, type StopNews } from './transition-booking.ts';

export function arriveAtStop(
  context: MovingContext,
  actor: Mover,
  place: BookingPlace,
  news: StopNews,
  along?: Along,
): Promise<Answer> {
  const move: BookingMove = {
    action: 'booking.stop.arrived',
    inspect: news.inspect,
    decide: (booking, moment) => arriveAt(booking, reportOf(news), moment),
  };
  return moveAs(context, actor, place, move, along);
}
