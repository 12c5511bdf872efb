// Differences between two versions of a booking, by API field names. Computed by comparison, so that an event cannot
// omit a changed field or list an unchanged one.
import { canonicalJson } from '../../lib/canonical-json.ts';
import { legacyDispatchState } from '../dispatch/dispatch-state.ts';
import { destinationOf, originOf } from '../place/route.ts';
import type { Booking } from './booking.ts';
import type { ChangedField } from './booking-events.ts';
import { contactStops } from './contacts.ts';

const FIELDS: Readonly<Record<ChangedField, (booking: Booking) => unknown>> = {
  state: (booking) => booking.state,
  dispatch_state: legacyDispatchState,
  origin: (booking) => originOf(booking.route).location,
  destination: (booking) => destinationOf(booking.route).location,
  route: (booking) => booking.route,
  arrival_window: (booking) => booking.window,
  description: (booking) => booking.description,
  order_number: (booking) => booking.orderNumber,
  photo_urls: (booking) => booking.photoUrls,
  customer: (booking) => booking.customer,
  contacts: publishedContacts,
  crew: (booking) => booking.crew,
  dispatch: (booking) => booking.dispatch,
  previous_dispatches: (booking) => booking.previousDispatches,
  quote: (booking) => booking.quote.id,
  fare: (booking) => booking.fare,
  metadata: (booking) => booking.metadata,
  cancellation: (booking) => booking.cancellation,
};

/**
 * Contacts as published: positions of stops change with the route, and an empty list may mean no recipients or the
 * customer.
 */
function publishedContacts({ contacts, recipients, route }: Booking): unknown {
  if (contacts.length === 0) return recipients;
  if (contacts.every(({ stopIds }) => stopIds === null)) return contacts;
  return contacts.map((contact) => ({ ...contact, stops: contactStops(contact, route) }));
}

export function changedFields(before: Booking, after: Booking): ChangedField[] {
  const names = Object.keys(FIELDS) as ChangedField[];
  return names.filter((name) => !isEqual(FIELDS[name](before), FIELDS[name](after)));
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}
