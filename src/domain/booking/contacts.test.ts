import { describe, expect, it } from 'vitest';
import { momentAt, stopNamed } from '../../../test/support/booking-samples.ts';
import { Problem } from '../../lib/problem.ts';
import {
  type ContactInput,
  contactStops,
  contactsFrom,
  contactsOnRoute,
  defaultContacts,
} from './contacts.ts';

const route = ['a', 'b', 'c'].map(stopNamed);
const [a, b, c] = route as [(typeof route)[0], (typeof route)[0], (typeof route)[0]];
const contact = (phoneNumber: string, stopPositions?: readonly number[], name = 'Dee'): ContactInput => ({
  name,
  phoneNumber,
  email: null,
  stopPositions,
});
const contacts = (...inputs: ContactInput[]) => contactsFrom(inputs, route, [], momentAt().nextId);

describe('contacts', () => {
  it('are deduplicated by phone number, the first one wins', () => {
    const saved = contacts(
      contact('+1', [0], 'Dee'),
      contact('+2', undefined, 'Eve'),
      contact('+1', [2], 'Flo'),
    );
    expect(saved).toEqual([
      { id: 'id-1', name: 'Dee', phoneNumber: '+1', email: null, stopIds: ['stop-a'] },
      { id: 'id-2', name: 'Eve', phoneNumber: '+2', email: null, stopIds: null },
    ]);
  });

  it('apply to every stop if positions are omitted or empty', () => {
    expect(contacts(contact('+1'), contact('+2', [])).map(({ stopIds }) => stopIds)).toEqual([null, null]);
  });

  it('keep the listed stops if all positions are listed', () => {
    expect(contacts(contact('+1', [2, 0, 1, 0]))[0]?.stopIds).toEqual(['stop-c', 'stop-a', 'stop-b']);
  });

  it.each([-1, 3, 1.5])('are refused for position %d with the parameter, even in a duplicate', (position) => {
    const wrong = () => contacts(contact('+1'), contact('+1', [1, position]));
    expect(wrong).toThrow(Problem);
    expect(wrong).toThrow(
      expect.objectContaining({
        code: 'invalid_stop_position',
        kind: 'invalid',
        param: 'contacts[1].stop_positions[1]',
      }),
    );
  });

  it('keep their id if they are sent again', () => {
    const held = contacts(contact('+1'), contact('+2'));
    const replaced = contactsFrom([contact('+3'), contact('+2', [1], 'Eve')], route, held, () => 'fresh');
    expect(replaced.map(({ id, name }) => [id, name])).toEqual([
      ['fresh', 'Dee'],
      ['id-2', 'Eve'],
    ]);
  });
});

describe('contacts of a route that changes', () => {
  const held = contacts(contact('+1'), contact('+2', [1]), contact('+3', [2, 1]));

  it('follow their stops to other positions', () => {
    const reordered = [c, a, b];
    const moved = contactsOnRoute(held, reordered);
    expect(moved).toEqual(held);
    expect(moved.map((each) => contactStops(each, reordered))).toEqual([
      [],
      [{ id: 'stop-b', position: 2 }],
      [
        { id: 'stop-c', position: 0 },
        { id: 'stop-b', position: 2 },
      ],
    ]);
  });

  it('lose a removed stop, and are removed with their last stop', () => {
    expect(contactsOnRoute(held, [a, c]).map(({ phoneNumber, stopIds }) => [phoneNumber, stopIds])).toEqual([
      ['+1', null],
      ['+3', ['stop-c']],
    ]);
  });
});

describe('the default contact of a booking', () => {
  const person = { name: 'Cy', email: 'cy@example.com', phoneNumber: '+1' };

  it('is the customer, for every stop', () => {
    expect(defaultContacts(person, () => 'new')).toEqual([{ id: 'new', ...person, stopIds: null }]);
  });

  it('does not exist without a phone number', () => {
    expect(defaultContacts({ ...person, phoneNumber: null }, () => 'new')).toEqual([]);
    expect(defaultContacts(null, () => 'new')).toEqual([]);
  });
});
