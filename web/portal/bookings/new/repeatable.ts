// Which bookings can be booked again, and which of their stops were not delivered.
import type { Booking } from '../../partner.generated.ts';
import { skippedStops } from '../stop-progress.ts';

/** A booking can be repeated once it is over, and as soon as an operator has skipped one of its stops. */
export function mayBookAgain(booking: Booking): boolean {
  const isOver = booking.state === 'completed' || booking.state === 'cancelled';
  return isOver || undeliveredStops(booking).length > 0;
}

/** Drop-offs that an operator skipped. */
export function undeliveredStops(booking: Booking): Booking['route'] {
  return skippedStops(booking).filter(({ position }) => position > 0);
}
