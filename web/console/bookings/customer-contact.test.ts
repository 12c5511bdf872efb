// Unit tests of the warning about customer and contacts.
import { expect, test } from 'vitest';
import type { Booking } from '../api.ts';
import { customerContactWarning } from './customer-contact.ts';

type Person = Partial<Record<'name' | 'phone_number' | 'email', string | null>>;
const warning = (customer: Person | null, ...contacts: Person[]) =>
  customerContactWarning({ customer, contacts } as object as Booking);

test('warns if the customer is not among the contacts', () => {
  const ana = { name: 'Ana', phone_number: '+14155552671' };
  expect(warning(ana, { name: 'Bo', phone_number: '+14155552672' })).toContain('not among the contacts');
  expect(warning(ana, { name: 'Old name', phone_number: '+14155552671' })).toContain(
    'another name: Old name',
  );
  expect(warning({ email: 'ana@example.com' }, { phone_number: '+14155552671', email: null })).not.toBeNull();
});

test('does not warn if a contact is the customer, or without contacts or customer', () => {
  const ana = { name: 'Ana', phone_number: '+14155552671' };
  expect(warning(ana, { phone_number: '+14155552672' }, ana)).toBeNull();
  expect(warning(ana, { name: null, phone_number: '+14155552671' })).toBeNull();
  expect(warning({ email: 'a@b.co' }, { phone_number: '+14155552671', email: 'a@b.co' })).toBeNull();
  expect(warning(null, ana)).toBeNull();
  expect(warning(ana)).toBeNull();
});
