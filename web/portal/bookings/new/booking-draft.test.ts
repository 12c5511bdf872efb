// Unit tests of the requests of a new booking.
import { expect, test } from 'vitest';
import { emptyDraft, emptyStop, foundAddress, orderOf, quoteRequest } from './booking-draft.ts';

const formOf = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test('sends only what was entered for a stop', () => {
  const stops = [
    { ...emptyStop(), address: ' 1 Main St ', unit: '4B' },
    { ...emptyStop(), address: '2 Oak St' },
  ];
  expect(quoteRequest({ stops })).toEqual({
    stops: [{ location: '1 Main St', address2: '4B' }, { location: '2 Oak St' }],
  });
});

test('turns the form into an order, with the tip in cents and the phone number in E.164', () => {
  const form = formOf({ tip: '5', customer_name: 'Ada', customer_phone: '(212) 555-0142', notify: 'on' });
  expect(orderOf(emptyDraft(), form)).toEqual({
    order: {
      quote_id: undefined,
      arrival_window_id: undefined,
      arrival_window_ref: 'origin',
      customer: { name: 'Ada', phone_number: '+12125550142' },
      tip: 500,
      customer_notifications_enabled: true,
    },
  });
});

test('names the field that is wrong', () => {
  expect(orderOf(emptyDraft(), formOf({ tip: '0.50' }))).toMatchObject({ param: 'tip' });
  expect(orderOf(emptyDraft(), formOf({ customer_name: 'Ada' }))).toMatchObject({
    param: 'customer.phone_number',
  });
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
