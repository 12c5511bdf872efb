// Fills the form of a new booking with a booking that has ended: the pickup and the stops that were not delivered, or the
// whole route if there are none.
import type { Booking } from '../../partner.generated.ts';
import { contactDrafts, customerOf } from '../contacts/contact-draft.ts';
import { addressOf } from '../stop-address.ts';
import { type BookingDraft, emptyDetails, emptyDraft, emptyStop } from './booking-draft.ts';
import { splitItems } from './item-draft.ts';
import { undeliveredStops } from './repeatable.ts';

export function draftFrom(booking: Booking): BookingDraft {
  const repeated = stopsOf(booking);
  // Items are stored in the description only.
  const { text, items } = splitItems(booking.description ?? '');
  const stops = repeated.map((stop) => ({
    ...emptyStop(),
    address: addressOf({ ...stop, address2: null, location: { ...stop.location, address2: null } }),
    unit: stop.address2 ?? '',
    instructions: stop.instructions ?? '',
    floor: stop.floor?.toString() ?? '',
    elevator: stop.elevator === null ? ('' as const) : stop.elevator ? ('yes' as const) : ('no' as const),
  }));
  return {
    ...emptyDraft(),
    stops,
    items,
    contacts: contactDrafts(
      booking,
      (position) => stops[repeated.findIndex((stop) => stop.position === position)]?.key,
    ),
    addons: booking.quote?.addons.map(({ slug }) => slug) ?? [],
    ref: booking.arrival_window_ref === 'destination' ? 'destination' : 'origin',
    details: {
      ...emptyDetails,
      orderNumber: booking.order_number ?? '',
      description: text,
      customer: customerOf(booking.customer),
      isNotified: booking.customer_notifications_enabled,
    },
    again: booking,
  };
}

function stopsOf(booking: Booking): Booking['route'] {
  const undelivered = undeliveredStops(booking);
  return undelivered.length === 0 ? booking.route : [...booking.route.slice(0, 1), ...undelivered];
}
