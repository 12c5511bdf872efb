// What a person changes in the details of a booking, and the request that follows: changed fields only.
import type { Booking } from '../partner.generated.ts';
import {
  type ContactDraft,
  type ContactRequest,
  type CustomerDraft,
  contactDrafts,
  contactRequest,
  customerInput,
  customerOf,
  isCustomerNotified,
} from './contacts/contact-draft.ts';

export interface DetailsChange {
  readonly orderNumber: string;
  readonly description: string;
  readonly customer: CustomerDraft;
  readonly contacts: readonly ContactDraft[];
  /** Slugs. */
  readonly addons: readonly string[];
}

export const detailsOf = (booking: Booking): DetailsChange => ({
  orderNumber: booking.order_number ?? '',
  description: booking.description ?? '',
  customer: customerOf(booking.customer),
  contacts: contactDrafts(booking, (position) => booking.route[position]?.id),
  addons: addonsOf(booking),
});

export const addonsOf = ({ quote }: Booking) => quote?.addons.map(({ slug }) => slug) ?? [];

export const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each) => other.includes(each));

export function peopleOf(booking: Booking, { customer, contacts }: DetailsChange): ContactRequest {
  const stops = booking.route.map(({ id }) => id);
  return contactRequest(contacts, stops, isCustomerNotified(booking) ? customer : null);
}

export function changesOf(booking: Booking, change: DetailsChange): Record<string, unknown> {
  const before = detailsOf(booking);
  const changes: Record<string, unknown> = {};
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  if (text(change.orderNumber) !== text(before.orderNumber))
    changes['order_number'] = text(change.orderNumber);
  if (text(change.description) !== text(before.description))
    changes['description'] = text(change.description);
  if (!isSameSet(change.addons, before.addons)) changes['addons'] = change.addons;
  const customer = customerInput(change.customer);
  if (JSON.stringify(customer) !== JSON.stringify(customerInput(before.customer)))
    changes['customer'] = customer;
  // Also with the customer: a contact that was made from it would keep the old name and number.
  const { contacts } = peopleOf(booking, change);
  if (JSON.stringify(contacts) !== JSON.stringify(peopleOf(booking, before).contacts))
    changes['contacts'] = contacts;
  return changes;
}
