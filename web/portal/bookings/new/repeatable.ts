// Which bookings can be booked again, and which of their stops were not delivered.
import type { Booking } from '../../partner.generated.ts';

/** A booking can be repeated once it is over, and as soon as an operator has skipped one of its stops. */
export function mayBookAgain(booking: Booking): boolean {
  const isOver = booking.state === 'completed' || booking.state === 'cancelled';
  return isOver || undeliveredStops(booking).length > 0;
}

/** Drop-offs that an operator skipped. */
export function undeliveredStops({ route, dispatch }: Booking): Booking['route'] {
  const skipped = new Set(
    dispatch?.events.filter(({ outcome }) => outcome === 'skipped').map((event) => event.route_stop_id),
  );
  return route.filter(({ id, position }) => position > 0 && skipped.has(id));
}
