// Fields of bookings, customers, contacts and stops: which ones the erasure clears in documents and the logger redacts,
// and why the others need neither. A test compares them with the request bodies of the published API.
import { camelCase } from '../../lib/snake-case.ts';
import { clearedColumns } from './personal-columns.ts';

/** Cleared in documents of the wire format and of the domain, therefore under both names. */
export const clearedFields: ReadonlySet<string> = new Set(
  [...clearedColumns('booking'), ...clearedColumns('booking_stop')].flatMap((name) => [
    name,
    camelCase(name),
  ]),
);

/** Places: an address as text in requests, a location in documents. The erasure coarsens exclusive locations. */
const placeFields = ['location', 'origin', 'destination'];

/** Keys that the logger redacts, beside the names, addresses and secrets that it always redacts. */
export const personalKeys: readonly string[] = [...clearedFields, ...placeFields];

/** Fields of requests that are neither erased nor redacted, by reason. */
export const harmlessFields: Readonly<Record<string, string>> = {
  'one of few values that the API defines': `
    booking.product booking.addons booking.arrival_window_ref booking.ref booking.cancel_reason
    booking.test_specifications.mode booking.customer_notifications_enabled`,
  'id, time or amount of the job': `
    booking.quote_id booking.arrival_window_id booking.arrival_window_from booking.arrival_window_to booking.tip`,
  'measure of the goods': 'booking.items.dimensions booking.items.weight',
  'position on the route': 'contacts.stop_positions stops.position stops.from_position stops.to_position',
  'describes the building, not a person': 'stops.floor stops.elevator',
  'reference of the partner: stays, but is replaced if it contains the name or an address of the person':
    'booking.order_number booking.photo_urls',
};
