// Unit tests of contacts per stop and the requests that follow from them.
import { expect, test } from 'vitest';
import {
  type ContactDraft,
  contactDrafts,
  contactFaults,
  contactRequest,
  customerFaults,
  customerInput,
  emptyContact,
  fieldOfParam,
} from './contact-draft.ts';

const stops = ['a', 'b', 'c'];
const contact = (stop: string | null, fields: Partial<ContactDraft>) => ({
  ...emptyContact(stop),
  ...fields,
});
const ada = { name: 'Ada', phone: '(212) 555-0142' };
const bob = { name: 'Bob', phone: '212 555 0143', email: 'bob@example.com' };

test('sends one contact per number, with the positions of all its stops', () => {
  const drafts = [contact('c', ada), contact('b', bob), contact('a', { ...ada, email: 'ada@example.com' })];
  expect(contactRequest([...drafts, emptyContact('b')], stops, null).contacts).toEqual([
    { phone_number: '+12125550142', name: 'Ada', email: 'ada@example.com', stop_positions: [0, 2] },
    { phone_number: '+12125550143', name: 'Bob', email: 'bob@example.com', stop_positions: [1] },
  ]);
});

test('sends the customer as a contact of the whole route', () => {
  const { contacts } = contactRequest([contact('a', ada)], stops, { ...ada, email: '' });
  expect(contacts).toEqual([{ phone_number: '+12125550142', name: 'Ada' }]);
  expect(customerInput({ ...ada, email: '' })).toEqual({ name: 'Ada', phone_number: '+12125550142' });
  expect(customerInput({ name: ' ', phone: '', email: '' })).toBeNull();
});

test('names the field that is wrong', () => {
  const missing = contact('a', { name: 'Ada' });
  const twice = contact('b', { ...ada, name: 'Eve' });
  const wrong = contact('c', { ...bob, email: 'bob' });
  expect(Object.keys(contactFaults([missing, contact('a', ada), twice, wrong, emptyContact('a')]))).toEqual([
    `contact-${missing.key}.phone`,
    `contact-${twice.key}.phone`,
    `contact-${wrong.key}.email`,
  ]);
  expect(contactFaults([contact('a', ada), twice])[`contact-${twice.key}.phone`]).toContain('number of Ada');
  expect(customerFaults({ name: 'Ada', phone: '', email: '' })).toHaveProperty(['customer.phone']);
  expect(customerFaults({ name: 'Ada', phone: '12', email: 'a' })).toMatchObject({
    'customer.phone': expect.stringContaining('area code'),
    'customer.email': expect.stringContaining('ana@example.com'),
  });
  expect(customerFaults({ name: '', phone: '', email: '' })).toEqual({});
});

test('finds the field of an error of the server', () => {
  const own = contact('a', bob);
  const request = contactRequest([own], stops, { ...ada, email: '' });
  expect(fieldOfParam('contacts[0].phone_number', request)).toBe('customer.phone');
  expect(fieldOfParam('contacts[1].email', request)).toBe(`contact-${own.key}.email`);
  expect(fieldOfParam('customer.name', request)).toBe('customer.name');
  expect(fieldOfParam('tip', request)).toBeNull();
});

test('reads the contacts of a booking per stop, without the customer', () => {
  const of = (phone_number: string, stop_positions: readonly number[]) => ({
    id: phone_number,
    name: 'Ada',
    phone_number,
    email: null,
    notification_scope: stop_positions.length === 0 ? ('all' as const) : ('selected' as const),
    stop_positions,
    stops: [],
  });
  const customer = { name: 'Cy', phone_number: '+12125550140' };
  const contacts = [of('+12125550140', []), of('+12125550142', [0, 2]), of('+12125550143', [])];
  const drafts = contactDrafts({ customer, contacts }, (position) => (position === 2 ? 'c' : undefined));
  expect(drafts.map(({ stop, phone }) => [stop, phone])).toEqual([
    ['c', '(212) 555-0142'],
    [null, '(212) 555-0143'],
  ]);
  const selected = [of('+12125550140', [1])];
  expect(
    contactDrafts({ customer, contacts: selected }, (position) => position),
    'not the whole route',
  ).toHaveLength(1);
});
