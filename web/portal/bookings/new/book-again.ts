// Fills the form of a new booking with a booking that has ended: the pickup and the stops that were not delivered, or the
// whole route if there are none.
import type { Booking } from '../../partner.generated.ts';
import { addressOf } from '../stop-address.ts';
import { type BookingDraft, emptyDraft, emptyStop } from './booking-draft.ts';

/** A contact in the request of a booking. */
export interface ContactInput {
  readonly phone_number: string;
  readonly name?: string;
  readonly email?: string;
  readonly stop_positions?: readonly number[];
}

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

export function draftFrom(booking: Booking): BookingDraft {
  const stops = stopsOf(booking);
  return {
    ...emptyDraft(),
    stops: stops.map((stop) => ({
      ...emptyStop(),
      address: addressOf({ ...stop, address2: null, location: { ...stop.location, address2: null } }),
      unit: stop.address2 ?? '',
      instructions: stop.instructions ?? '',
    })),
    ref: booking.arrival_window_ref === 'destination' ? 'destination' : 'origin',
    again: booking,
  };
}

/** Contacts of the whole route and of the stops that are booked again, with their new positions. */
export function contactsAgain(booking: Booking): ContactInput[] {
  const stops = stopsOf(booking);
  return booking.contacts.flatMap(({ name, phone_number, email, notification_scope, stop_positions }) => {
    const positions = stops.flatMap(({ position }, next) =>
      stop_positions.includes(position) ? [next] : [],
    );
    if (notification_scope === 'selected' && positions.length === 0) return [];
    return [
      {
        phone_number,
        ...(name !== null && { name }),
        ...(email !== null && { email }),
        ...(notification_scope === 'selected' && { stop_positions: positions }),
      },
    ];
  });
}

function stopsOf(booking: Booking): Booking['route'] {
  const undelivered = undeliveredStops(booking);
  return undelivered.length === 0 ? booking.route : [...booking.route.slice(0, 1), ...undelivered];
}
