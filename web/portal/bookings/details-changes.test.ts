// Unit tests of the request of changed details.
import { expect, test } from 'vitest';
import type { Booking } from '../partner.generated.ts';
import { emptyContact } from './contacts/contact-draft.ts';
import { changesOf, detailsOf } from './details-changes.ts';

const cy = { id: 'c0', name: 'Cy', phone_number: '+12125550140', email: null };
const fields: Partial<Booking> = {
  order_number: 'SO-1',
  description: null,
  customer: { name: 'Cy', phone_number: '+12125550140' },
  contacts: [{ ...cy, notification_scope: 'all', stop_positions: [], stops: [] }],
  route: (['s0', 's1'] as const).map(
    (id) => ({ id }) as Partial<Booking['route'][number]> as Booking['route'][number],
  ),
  quote: null,
};
const booking = fields as Booking;
const details = detailsOf(booking);

test('sends nothing if nothing has changed', () => {
  expect(changesOf(booking, details)).toEqual({});
});

test('sends changed fields only, and null for a text that was removed', () => {
  expect(changesOf(booking, { ...details, orderNumber: '', addons: ['assembly'] })).toEqual({
    order_number: null,
    addons: ['assembly'],
  });
});

test('sends all contacts with a new one, and follows the customer', () => {
  const ada = { ...emptyContact('s1'), name: 'Ada', phone: '(212) 555-0142' };
  expect(changesOf(booking, { ...details, contacts: [ada] })).toEqual({
    contacts: [
      { name: 'Cy', phone_number: '+12125550140' },
      { name: 'Ada', phone_number: '+12125550142', stop_positions: [1] },
    ],
  });
  const customer = { name: 'Dee', phone: '212 555 0149', email: '' };
  expect(changesOf(booking, { ...details, customer })).toEqual({
    customer: { name: 'Dee', phone_number: '+12125550149' },
    contacts: [{ name: 'Dee', phone_number: '+12125550149' }],
  });
});

test('adds no contact for a customer who is not one', () => {
  const ada = { ...cy, name: 'Ada', phone_number: '+12125550142' };
  const other = {
    ...booking,
    contacts: [{ ...ada, notification_scope: 'all' as const, stop_positions: [], stops: [] }],
  };
  const customer = { name: 'Cyrus', phone: '(212) 555-0140', email: '' };
  expect(changesOf(other, { ...detailsOf(other), customer })).toEqual({
    customer: { name: 'Cyrus', phone_number: '+12125550140' },
  });
});
