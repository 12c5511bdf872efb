import { describe, expect, it } from 'vitest';
import type { Booking } from '../../partner.generated.ts';
import { contactRequest } from '../contacts/contact-draft.ts';
import { draftFrom } from './book-again.ts';
import { emptyDraft, orderOf } from './booking-draft.ts';
import { mayBookAgain, undeliveredStops } from './repeatable.ts';

type Stop = Booking['route'][number];
type Contact = Booking['contacts'][number];

function stopAt(position: number, more: Partial<Stop> = {}): Stop {
  const address = { locality: 'Brooklyn', region: 'NY', postal_code: '11201' };
  const location = { name: `${position} Main St`, address2: null, address } as Partial<
    Stop['location']
  > as Stop['location'];
  const stop: Partial<Stop> = {
    id: `s${position}`,
    position,
    location,
    address2: null,
    instructions: null,
    floor: null,
    elevator: null,
  };
  return { ...stop, ...more } as Stop;
}

function contactOf(scope: Contact['notification_scope'], stop_positions: readonly number[]): Contact {
  const phone_number = `+1312555014${stop_positions.length === 1 ? stop_positions[0] : 0}`;
  const contact: Partial<Contact> = { name: 'Ana', phone_number, email: null };
  return { ...contact, notification_scope: scope, stop_positions } as Contact;
}

const end = stopAt(2, { instructions: 'Ring twice', address2: '4B' });
const done = {
  state: 'done',
  route_position: 2,
  route_stop_id: end.id,
  triggered_at: '2030-01-15T16:30:00Z',
  photo_urls: [],
  outcome: 'skipped',
};
const contactsAgain = (again: Booking) => {
  const { contacts, stops } = draftFrom(again);
  const keys = stops.map(({ key }) => key);
  return contactRequest(contacts, keys, null).contacts;
};
const fields: Partial<Booking> = {
  customer: null,
  order_number: null,
  description: null,
  customer_notifications_enabled: true,
  quote: null,
  product: 'van',
  arrival_window_ref: 'origin',
  route: [stopAt(0), stopAt(1), end],
  dispatch: { state: 'done', route_position: 2, route_stop_id: end.id, events: [done] },
  contacts: [contactOf('selected', [2]), contactOf('selected', [1]), contactOf('all', [0, 1, 2])],
};
const booking = fields as Booking;

describe('booking again', () => {
  it.each(['completed', 'cancelled'] as const)('repeats the whole route of a %s booking', (state) => {
    const over = { ...booking, state, dispatch: null };
    expect(mayBookAgain(over)).toBe(true);
    expect(draftFrom(over).stops.map(({ address }) => address.slice(0, 9))).toEqual([
      '0 Main St',
      '1 Main St',
      '2 Main St',
    ]);
    expect(contactsAgain(over).map(({ stop_positions }) => stop_positions)).toEqual([[2], [1], undefined]);
  });

  it('is not offered while the crew may still deliver every stop', () => {
    expect(mayBookAgain({ ...booking, state: 'dispatched', dispatch: null })).toBe(false);
    expect(mayBookAgain({ ...booking, state: 'dispatched' })).toBe(true);
  });

  it('starts with the pickup and the stops that were not completed', () => {
    expect(undeliveredStops(booking)).toEqual([end]);
    const { stops } = draftFrom(booking);
    expect(stops.map(({ address, unit, instructions }) => [address, unit, instructions])).toEqual([
      ['0 Main St, Brooklyn, NY 11201', '', ''],
      ['2 Main St, Brooklyn, NY 11201', '4B', 'Ring twice'],
    ]);
  });

  it('keeps the contacts of these stops, with their new positions', () => {
    expect(contactsAgain(booking)).toEqual([
      { phone_number: '+13125550142', name: 'Ana', stop_positions: [1] },
      { phone_number: '+13125550140', name: 'Ana' },
    ]);
  });

  it('takes the items out of the description, so that they choose the vehicle again', () => {
    const description =
      'Fragile\n\nItems:\n2 × Sofa, red, 84 × 36 × 38.5 in, 120 lb each\n1 × item, 9 × 9 × 9 in, 1 lb';
    const { details, items, stops } = draftFrom({ ...booking, description });
    expect(details.description).toBe('Fragile');
    expect(items.map(({ name, count }) => [name, count])).toEqual([
      ['Sofa, red', '2'],
      ['', '1'],
    ]);
    expect(orderOf({ ...emptyDraft(), stops, items, details }, 'q').body).toMatchObject({ description });
    const unknown = 'Items:\n2 × Sofa, as in the e-mail';
    expect(draftFrom({ ...booking, description: unknown })).toMatchObject({
      items: [],
      details: { description: unknown },
    });
  });
});
