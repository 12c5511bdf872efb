// Use case: the crew departs for a stop.
import { departFor } from '../../domain/booking-progress.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { Along, MovingContext } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs, reportOf, type StopNews } from './transition-booking.ts';

export interface StopDeparture extends StopNews {
  /** Expected arrival at the stop; null if unknown. */
  readonly eta: Date | null;
}

export function departForStop(
  context: MovingContext,
  actor: Mover,
  place: BookingPlace,
  news: StopDeparture,
  along?: Along,
): Promise<Answer> {
  const report = { ...reportOf(news), etaMs: news.eta?.getTime() ?? null };
  const move: BookingMove = {
    action: 'booking.stop.departed',
    inspect: news.inspect,
    decide: (booking, moment) => departFor(booking, report, moment),
  };
  return moveAs(context, actor, place, move, along);
}
