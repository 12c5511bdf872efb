// Unit tests of the request that the booking form sends.
import { expect, test } from 'vitest';
import type { Booking } from '../api.ts';
import { bookingEditOf } from './booking-edit.ts';

const booking = {
  description: null,
  order_number: 'SO-1',
  customer: { name: 'Ana', email: 'ana@example.com' },
  contacts: [
    {
      id: 'c1',
      name: 'Bo',
      phone_number: '+12125550142',
      email: null,
      notification_scope: 'selected',
      stop_positions: [1],
      stops: [],
    },
  ],
} as Partial<Booking> as Booking;

const unchanged = {
  description: '',
  order_number: 'SO-1',
  from: '',
  to: '',
  customer_name: 'Ana',
  customer_phone: '',
  contact_name_c1: 'Bo',
  contact_phone_c1: '+12125550142',
};
const form = (change: Partial<Record<string, string>> = {}) => {
  const values: Record<string, string | undefined> = { ...unchanged, ...change };
  return { get: (name: string) => values[name] ?? null };
};

test('omits unchanged fields', () => {
  expect(bookingEditOf(booking, form())).toEqual({});
});

test('sends null for emptied fields', () => {
  expect(bookingEditOf(booking, form({ order_number: ' ' }))).toEqual({ order_number: null });
});

test('sends a window by its id or by its times', () => {
  expect(bookingEditOf(booking, form({ window_id: 'w1' }))).toEqual({ arrival_window_id: 'w1' });
  const from = new Date('2030-01-31T09:00').toISOString();
  expect(bookingEditOf(booking, form({ from: '2030-01-31T09:00' }))).toEqual({ arrival_window_from: from });
});

test('keeps the notified stops of a contact whose number changes', () => {
  expect(bookingEditOf(booking, form({ contact_phone_c1: '+12125550199' }))).toEqual({
    contacts: [{ phone_number: '+12125550199', name: 'Bo', stop_positions: [1] }],
  });
});

test('keeps the customer e-mail that the form does not show', () => {
  expect(bookingEditOf(booking, form({ customer_name: 'Anna' }))).toEqual({
    customer: { name: 'Anna', email: 'ana@example.com' },
  });
});
