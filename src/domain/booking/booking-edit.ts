// Transition `edit`: changes by a partner or an operator to an existing booking. Omitted fields stay unchanged.
import type { Location, Route } from '../place/route.ts';
import { buildingDetailsAt } from '../place/stop-details.ts';
import type { ArrivalWindow } from '../time/arrival-window.ts';
import { refusePastWindow, windowParam } from '../time/window-problem.ts';
import type { Booking } from './booking.ts';
import { type BookingEdit, refuseUneditable } from './booking-editability.ts';
import { type PlanChange, type Pricing, replan } from './booking-repricing.ts';
import { type Moment, type Transition, transitionTo } from './booking-transitions.ts';
import { contactsFrom, refuseStopPositions } from './contacts.ts';
import { refuseCustomer } from './customer.ts';
import { mergeMetadata } from './metadata.ts';

/** Required if the edit changes the route or the add-ons. */
export interface EditInputs {
  readonly pricing?: Pricing | undefined;
}

export function editBooking(
  booking: Booking,
  edit: BookingEdit,
  { pricing }: EditInputs,
  moment: Moment,
): Transition {
  refuseUneditable(booking, edit, edit.window ? windowParam(edit.window) : 'arrival_window_id');
  refuseInvalidEdit(booking, edit);
  const edited = withTexts(booking, edit, moment);
  const change = planChange(booking, edit);
  const repriced = change === null ? edited : replan(edited, change, requirePricing(pricing), moment);
  return transitionTo('edit', booking, withWindow(repriced, edit.window, moment), moment.nowMs);
}

/** Checks that need no other data. */
export function refuseInvalidEdit(
  { accountKind, route, metadata: held }: Booking,
  { customer, contacts, metadata }: Pick<BookingEdit, 'customer' | 'contacts' | 'metadata'>,
): void {
  refuseCustomer(accountKind, customer);
  if (contacts) refuseStopPositions(contacts, route.length);
  if (metadata) mergeMetadata(held, metadata);
}

function withTexts(booking: Booking, edit: BookingEdit, { nextId }: Moment): Booking {
  const { description, orderNumber, photoUrls, metadata, customer, contacts } = edit;
  return {
    ...booking,
    ...(description !== undefined && { description }),
    ...(orderNumber !== undefined && { orderNumber }),
    ...(photoUrls !== undefined && { photoUrls }),
    ...(metadata !== undefined && { metadata: mergeMetadata(booking.metadata, metadata) }),
    ...(customer !== undefined && { customer }),
    ...(contacts !== undefined && {
      contacts: contactsFrom(contacts, booking.route, booking.contacts, nextId),
      recipients: 'contacts',
    }),
  };
}

function withWindow(
  booking: Booking,
  window: ArrivalWindow | undefined,
  { nowMs, realNowMs = nowMs }: Moment,
): Booking {
  if (window === undefined || window.id === booking.window.id) return booking;
  refusePastWindow(window, nowMs);
  return { ...booking, window, windowTakenAtMs: realNowMs };
}

/** What has to be repriced; null if neither the route nor the add-ons change. */
function planChange(booking: Booking, { origin, destination, addonSlugs }: BookingEdit): PlanChange | null {
  const last = booking.route.length - 1;
  const moves = [
    { position: 0, location: origin, param: 'origin' },
    { position: last, location: destination, param: 'destination' },
  ].filter(({ position, location }) => location && location.id !== booking.route[position]?.location.id);
  const route = moves.reduce(
    (current: Route, { position, location }) => (location ? relocated(current, position, location) : current),
    booking.route,
  );
  if (route !== booking.route) return { route, addonSlugs, routeParam: moves[0]?.param ?? 'origin' };
  return sameAddons(booking, addonSlugs) ? null : { addonSlugs };
}

/** Moves a stop to another location. Replaces the details of the old building. */
function relocated(route: Route, position: number, location: Location): Route {
  return route.map((stop, at) =>
    at === position ? { ...stop, location, ...buildingDetailsAt(location) } : stop,
  );
}

function sameAddons({ quote }: Booking, slugs: readonly string[] | undefined): boolean {
  if (slugs === undefined) return true;
  return slugs.length === quote.addons.length && quote.addons.every(({ slug }) => slugs.includes(slug));
}

function requirePricing(pricing: Pricing | undefined): Pricing {
  if (pricing === undefined) throw new Error('an edit of the route or the add-ons requires pricing');
  return pricing;
}
