// Transition `create`: turns a quote and an arrival window into a booking.
import { Problem } from '../../lib/problem.ts';
import { isValidTip } from '../money/adjustment.ts';
import { isExpired, type Quote } from '../money/quote.ts';
import { type RouteEnd, type RouteStop, refuseStopCount } from '../place/route.ts';
import type { ArrivalWindow } from '../time/arrival-window.ts';
import { refusePastWindow } from '../time/window-problem.ts';
import type { Recipients } from './booking.ts';
import { creationOf, type Moment, type Transition } from './booking-transitions.ts';
import {
  type Contact,
  type ContactInput,
  contactsFrom,
  defaultContacts,
  refuseStopPositions,
} from './contacts.ts';
import { type AccountKind, type Customer, refuseCustomer } from './customer.ts';
import { checkedMetadata, type Metadata } from './metadata.ts';

export interface NewBooking {
  readonly quote: Quote<RouteStop>;
  readonly window: ArrivalWindow;
  readonly windowRef: RouteEnd;
  readonly description: string | null;
  readonly orderNumber: string | null;
  readonly tipCents: number;
  readonly customerNotificationsEnabled: boolean;
  readonly photoUrls: readonly string[];
  readonly customer: Customer | null;
  /**
   * Default: the customer is the only contact, if they have a phone number; on a personal account, the user who books
   * is notified.
   */
  readonly contacts?: readonly ContactInput[] | undefined;
  readonly metadata: Metadata | null;
  readonly simulation: 'auto' | null;
}

export interface NewBookingIdentity {
  readonly id: string;
  readonly hid: string;
  readonly accountId: string;
  readonly accountKind: AccountKind;
  /** The user who books on a personal account; null for organizations. */
  readonly bookedBy: string | null;
}

export function createBooking(order: NewBooking, identity: NewBookingIdentity, moment: Moment): Transition {
  const { nowMs } = moment;
  refuseOrder(order, identity, nowMs);
  const { quote } = order;
  // Assigned field by field: spreading both objects into one this wide is ten times slower.
  return creationOf({
    id: identity.id,
    hid: identity.hid,
    accountId: identity.accountId,
    accountKind: identity.accountKind,
    bookedBy: identity.bookedBy,
    state: 'created',
    product: quote.product,
    areaSlug: quote.areaSlug,
    route: quote.route,
    window: order.window,
    windowRef: order.windowRef,
    windowTakenAtMs: moment.realNowMs ?? nowMs,
    description: order.description,
    orderNumber: order.orderNumber,
    tipCents: order.tipCents,
    customerNotificationsEnabled: order.customerNotificationsEnabled,
    photoUrls: order.photoUrls,
    customer: order.customer,
    contacts: contactsOf(order, moment),
    recipients: recipientsOf(order, identity),
    crew: null,
    dispatch: null,
    previousDispatches: [],
    quote,
    fare: null,
    metadata: order.metadata,
    cancellation: null,
    simulation: order.simulation,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    eventSequence: 0,
  });
}

function contactsOf({ contacts, customer, quote }: NewBooking, { nextId }: Moment): Contact[] {
  if (contacts === undefined) return defaultContacts(customer, nextId);
  return contactsFrom(contacts, quote.route, [], nextId);
}

function recipientsOf({ contacts, customer }: NewBooking, { bookedBy }: NewBookingIdentity): Recipients {
  if (contacts !== undefined) return 'contacts';
  if (bookedBy !== null) return 'booking_user';
  return customer !== null && customer.phoneNumber === null ? 'customer' : 'contacts';
}

/** Checks that need no other data. `stopCount` is undefined as long as only the quote knows it. */
export function refuseInvalidOrder(
  {
    tipCents,
    customer,
    metadata,
    contacts,
  }: Pick<NewBooking, 'tipCents' | 'customer' | 'metadata' | 'contacts'>,
  accountKind: AccountKind,
  stopCount: number | undefined,
): void {
  if (!isValidTip(tipCents)) {
    throw Problem.of('invalid_tip', 'tip must be 0, or at least 100 cents.', { param: 'tip' });
  }
  refuseCustomer(accountKind, customer);
  if (metadata) checkedMetadata(metadata);
  if (contacts && stopCount !== undefined) refuseStopPositions(contacts, stopCount);
}

function refuseOrder(order: NewBooking, { accountKind }: NewBookingIdentity, nowMs: number): void {
  const { quote, window } = order;
  refuseInvalidOrder(order, accountKind, quote.route.length);
  refuseStopCount(quote.route.length);
  if (isExpired(quote, nowMs)) {
    throw Problem.of('quote_expired', 'The quote has expired. Create a new one.', { param: 'quote_id' });
  }
  refusePastWindow(window, nowMs);
}
