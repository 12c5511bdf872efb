// Renders bookings to the wire format. Runs once per save; responses and events send the stored JSON (`booking.wire`).
import type { Booking, Cancellation } from '../../domain/booking/booking.ts';
import { type Contact, contactStops } from '../../domain/booking/contacts.ts';
import type { Customer } from '../../domain/booking/customer.ts';
import type { Crew } from '../../domain/dispatch/crew.ts';
import type { Dispatch, DispatchEvent, EndedDispatch } from '../../domain/dispatch/dispatch.ts';
import { legacyDispatchState } from '../../domain/dispatch/dispatch-state.ts';
import { destinationOf, originOf, type Route } from '../../domain/place/route.ts';
import { presentRoute } from '../locations/location-view.ts';
import { presentFare, presentQuote } from '../quotes/quote-view.ts';
import { presentWindow } from '../schedule/window-view.ts';

const iso = (millis: number) => new Date(millis).toISOString();

/** Path of the tracking page, relative to the public URL. */
export function sharePath(shareToken: string): string {
  return `/track/${shareToken}`;
}

export function presentBooking(booking: Booking, shareUrl: string) {
  const quote = presentQuote(booking.quote);
  return { ...fieldsBeforeQuote(booking, shareUrl), quote, ...fieldsAfterQuote(booking) };
}

/** JSON of the booking. `quoteWire` is the JSON of its quote: saving stores both, and a quote is half of a booking. */
export function bookingWire(booking: Booking, shareUrl: string, quoteWire: string): string {
  const before = JSON.stringify(fieldsBeforeQuote(booking, shareUrl));
  const after = JSON.stringify(fieldsAfterQuote(booking));
  return `${before.slice(0, -1)},"quote":${quoteWire},${after.slice(1)}`;
}

function fieldsBeforeQuote(booking: Booking, shareUrl: string) {
  const route = presentRoute(booking.route);
  return {
    id: booking.id,
    hid: booking.hid,
    created_at: iso(booking.createdAtMs),
    updated_at: iso(booking.updatedAtMs),
    product: booking.product,
    origin: originOf(route).location,
    destination: destinationOf(route).location,
    route,
    // The booking's own window is always shown as available.
    arrival_window: presentWindow(booking.window, true),
    arrival_window_ref: booking.windowRef,
    description: booking.description,
    order_number: booking.orderNumber,
    tip: booking.tipCents,
    customer_notifications_enabled: booking.customerNotificationsEnabled,
    photo_urls: booking.photoUrls,
    state: booking.state,
    dispatch_state: legacyDispatchState(booking),
    share_url: shareUrl,
    customer: booking.customer && presentCustomer(booking.customer),
    contacts: booking.contacts.map((contact) => presentContact(contact, booking.route)),
    crew: booking.crew && presentCrew(booking.crew),
    dispatch: booking.dispatch && presentDispatch(booking.dispatch),
    previous_dispatches: booking.previousDispatches.map(presentEndedDispatch),
  };
}

function fieldsAfterQuote(booking: Booking) {
  return {
    fare: booking.fare && presentFare(booking.fare),
    metadata: booking.metadata,
    cancellation: booking.cancellation && presentCancellation(booking.cancellation),
  };
}

function presentCustomer({ name, email, phoneNumber }: Customer) {
  return {
    ...(name !== null && { name }),
    ...(email !== null && { email }),
    ...(phoneNumber !== null && { phone_number: phoneNumber }),
  };
}

function presentContact(contact: Contact, route: Route) {
  const stops = contactStops(contact, route);
  return {
    id: contact.id,
    name: contact.name,
    phone_number: contact.phoneNumber,
    email: contact.email,
    notification_scope: contact.stopIds === null ? 'all' : 'selected',
    stop_positions: stops.map(({ position }) => position),
    stops,
  };
}

function presentCrew({ etaMs, location, phoneNumber, vehicleType, rating, members }: Crew) {
  return {
    eta: etaMs === null ? null : iso(etaMs),
    location: location && [location.longitude, location.latitude],
    phone_number: phoneNumber,
    vehicle_type: vehicleType,
    rating,
    members: members.map(({ firstName, avatarUrl }) => ({ first_name: firstName, avatar_url: avatarUrl })),
  };
}

function presentDispatch({ state, routePosition, routeStopId, events }: Dispatch) {
  return {
    state,
    route_position: routePosition,
    route_stop_id: routeStopId,
    events: events.map(presentDispatchEvent),
  };
}

function presentDispatchEvent(event: DispatchEvent) {
  return {
    state: event.state,
    route_position: event.routePosition,
    route_stop_id: event.routeStopId,
    triggered_at: iso(event.triggeredAtMs),
    photo_urls: event.photoUrls,
    ...(event.outcome !== null && { outcome: event.outcome }),
    ...(event.reason !== null && { reason: event.reason }),
  };
}

function presentEndedDispatch({ dispatch, endedAtMs, reason }: EndedDispatch) {
  return { ...presentDispatch(dispatch), ended_at: iso(endedAtMs), reason };
}

function presentCancellation({ by, reason, feeCents, atMs }: Cancellation) {
  return { by, reason, fee: feeCents, at: iso(atMs) };
}
