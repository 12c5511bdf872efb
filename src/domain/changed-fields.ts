// What is different between two versions of a booking, in the names that partners know. Found by comparing, so that
// an event can neither forget a field nor name one that stayed the same.
import { canonicalJson } from '../lib/canonical-json.ts';
import type { Booking } from './booking.ts';
import type { ChangedField } from './booking-events.ts';
import { contactStops } from './contacts.ts';
import { legacyDispatchState } from './dispatch-state.ts';
import { destinationOf, originOf } from './route.ts';

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
  contacts: shownContacts,
  crew: (booking) => booking.crew,
  dispatch: (booking) => booking.dispatch,
  previous_dispatches: (booking) => booking.previousDispatches,
  quote: (booking) => booking.quote.id,
  fare: (booking) => booking.fare,
  metadata: (booking) => booking.metadata,
  cancellation: (booking) => booking.cancellation,
};

/** A contact that kept its stops may find them at other positions; no contacts may mean nobody, or the customer. */
function shownContacts({ contacts, recipients, route }: Booking): unknown {
  if (contacts.length === 0) return recipients;
  if (contacts.every(({ stopIds }) => stopIds === null)) return contacts;
  return contacts.map((contact) => ({ ...contact, stops: contactStops(contact, route) }));
}

export function changedFields(before: Booking, after: Booking): ChangedField[] {
  const names = Object.keys(FIELDS) as ChangedField[];
  return names.filter((name) => !same(FIELDS[name](before), FIELDS[name](after)));
}

function same(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}
