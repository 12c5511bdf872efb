// Unit tests of the requests of a new booking.
import { expect, test } from 'vitest';
import { emptyContact } from '../contacts/contact-draft.ts';
import {
  detailsFaults,
  emptyDetails,
  emptyDraft,
  emptyStop,
  fieldOfOrder,
  foundAddress,
  isFieldOfRoute,
  isPriced,
  orderOf,
  quoteRequest,
  routeFaults,
} from './booking-draft.ts';
import { emptyItem, itemFaults, itemText } from './item-draft.ts';

const sofa = {
  ...emptyItem(),
  name: 'Sofa',
  count: '2',
  width: '84',
  height: '36',
  length: '38',
  weight: '120',
};
const stops = [
  { ...emptyStop(), address: ' 1 Main St ', unit: '4B', floor: '3', elevator: 'no' as const },
  { ...emptyStop(), address: '2 Oak St' },
];

test('sends only what was entered for a stop, and one item per piece', () => {
  const piece = { dimensions: [84, 36, 38], weight: 120 };
  expect(quoteRequest({ stops, items: [sofa, emptyItem()] })).toEqual({
    stops: [{ location: '1 Main St', address2: '4B', floor: 3, elevator: false }, { location: '2 Oak St' }],
    items: [piece, piece],
  });
});

test('asks for prices again only if the route or the items have changed', () => {
  const quotes = { data: [], recommended: null };
  const priced = { ...emptyDraft(), stops, quotes };
  const quotedFor = JSON.stringify(quoteRequest(priced));
  expect(isPriced({ ...priced, quotedFor })).toBe(true);
  expect(isPriced({ ...priced, quotedFor, items: [sofa] })).toBe(false);
  expect(isPriced({ ...priced, quotedFor, contacts: [emptyContact(null)] })).toBe(true);
});

test('turns the draft into an order, with the tip in cents and phone numbers in E.164', () => {
  const customer = { name: 'Ada', phone: '(212) 555-0142', email: '' };
  const details = { ...emptyDetails, tip: '5', customer, description: 'Fragile' };
  const draft = { ...emptyDraft(), stops, items: [sofa], details };
  expect(orderOf(draft, 'q').body).toEqual({
    quote_id: 'q',
    arrival_window_id: undefined,
    arrival_window_ref: 'origin',
    description: 'Fragile\n\nItems:\n2 × Sofa, 84 × 36 × 38 in, 120 lb each',
    customer: { name: 'Ada', phone_number: '+12125550142' },
    tip: 500,
    customer_notifications_enabled: true,
  });
  const bob = { ...emptyContact(stops[1]?.key ?? null), name: 'Bob', phone: '212-555-0143' };
  const order = orderOf({ ...draft, contacts: [bob] }, 'q');
  expect(order.body).toMatchObject({
    contacts: [
      { phone_number: '+12125550142', name: 'Ada' },
      { phone_number: '+12125550143', name: 'Bob', stop_positions: [1] },
    ],
  });
  const refused = fieldOfOrder('contacts[1].phone_number', order) ?? '';
  expect(refused).toBe(`contact-${bob.key}.phone`);
  expect(isFieldOfRoute(refused, { ...draft, contacts: [bob] })).toBe(true);
});

test('names the field that is wrong', () => {
  const draft = emptyDraft();
  const withDetails = (change: object) => ({ ...draft, details: { ...emptyDetails, ...change } });
  expect(Object.keys(detailsFaults(withDetails({ tip: '0.50' })))).toEqual(['tip']);
  expect(
    Object.keys(detailsFaults(withDetails({ customer: { name: 'Ada', phone: '', email: '' } }))),
  ).toEqual(['customer.phone']);
  const [first] = draft.stops;
  expect(routeFaults(draft)).toHaveProperty([`stop-${first?.key}.address`]);
  expect(routeFaults({ ...draft, stops: [{ ...emptyStop(), address: 'x', floor: 'two' }] })).not.toEqual({});
  const missing = { ...sofa, weight: '' };
  expect(Object.keys(itemFaults([missing]))).toEqual([`item-${sofa.key}.weight`]);
  expect(Object.keys(itemFaults([{ ...sofa, count: '201' }]))).toEqual([`item-${sofa.key}.count`]);
  expect(itemFaults([emptyItem()])).toEqual({});
  expect(itemText({ ...sofa, count: '1', name: '' })).toBe('1 × item, 84 × 36 × 38 in, 120 lb');
});

test('shows the address that was found, if it is not the one that was entered', () => {
  const location = {
    name: '350 5th Ave',
    address2: null,
    address: { locality: 'New York', region: 'NY', postal_code: '10118' },
  };
  const found = (address: string) => foundAddress(address, { location, address2: '4B' });
  expect(found('350 5th Ave, New York')).toBe('350 5th Ave, New York, NY 10118');
  expect(found('350 5th ave, new york NY 10118')).toBeNull();
  expect(foundAddress('350 5th Ave', undefined)).toBeNull();
});
