import { describe, expect, it } from 'vitest';
import { facts, momentAt, NOW, newBooking, order, windowAt } from '../../../test/support/booking-samples.ts';
import { createBooking, type NewBooking } from './booking-create.ts';

const create = (change: Partial<NewBooking> = {}, minutes = 0) =>
  createBooking(order(change), facts, momentAt(minutes));
const refused = (code: string, param: string) => expect.objectContaining({ code, param });

describe('a new booking', () => {
  it('takes route, product and area from its quote and waits for a crew', () => {
    const { booking, events } = create();
    const { quote } = order();
    expect(booking).toMatchObject({
      ...facts,
      state: 'created',
      product: 'van',
      areaSlug: quote.areaSlug,
      route: quote.route,
      quote,
      window: windowAt(20),
      windowRef: 'origin',
      tipCents: 500,
      crew: null,
      dispatch: null,
      previousDispatches: [],
      fare: null,
      cancellation: null,
      createdAtMs: NOW,
      updatedAtMs: NOW,
      eventSequence: 1,
    });
    expect(events).toEqual([
      { type: 'booking.created', sequence: 1, occurredAtMs: NOW, stopId: null, changed: [] },
    ]);
  });

  it('uses the customer as default contact, or exactly the contacts that are named', () => {
    expect(newBooking().contacts).toEqual([
      { id: 'id-1', name: 'Cy', email: 'cy@example.com', phoneNumber: '+13125550111', stopIds: null },
    ]);
    expect(newBooking({ contacts: [] }).contacts).toEqual([]);
    const contacts = [{ name: null, phoneNumber: '+1', email: null, stopPositions: [2] }];
    expect(
      newBooking({ contacts }).contacts.map(({ phoneNumber, stopIds }) => [phoneNumber, stopIds]),
    ).toEqual([['+1', ['stop-c']]]);
  });

  it('chooses the recipients if no contacts are named: the customer by e-mail, or none', () => {
    const byMail = { name: 'Cy', email: 'cy@example.com', phoneNumber: null };
    expect(newBooking()).toMatchObject({ recipients: 'contacts', bookedBy: null });
    expect(newBooking({ customer: byMail })).toMatchObject({ recipients: 'customer', contacts: [] });
    expect(newBooking({ customer: byMail, contacts: [] })).toMatchObject({ recipients: 'contacts' });
    expect(newBooking({ customer: null })).toMatchObject({ recipients: 'contacts', contacts: [] });
  });

  it('notifies the user who books on a personal account, unless contacts are named', () => {
    const personal = { ...facts, accountKind: 'personal', bookedBy: 'user-1' } as const;
    const create = (contacts?: []) =>
      createBooking(order({ customer: null, contacts }), personal, momentAt()).booking;
    expect(create()).toMatchObject({ bookedBy: 'user-1', recipients: 'booking_user', contacts: [] });
    expect(create([])).toMatchObject({ bookedBy: 'user-1', recipients: 'contacts', contacts: [] });
    expect(() => createBooking(order(), personal, momentAt())).toThrow(
      refused('customer_not_allowed', 'customer'),
    );
  });

  it.each([
    ['a tip of 99 cents', { tipCents: 99 }, refused('invalid_tip', 'tip')],
    [
      'a customer without e-mail and phone number',
      { customer: { name: 'Cy', email: null, phoneNumber: null } },
      refused('invalid_parameter', 'customer'),
    ],
    [
      'a window that has already started',
      { window: windowAt(0) },
      refused('window_in_past', 'arrival_window_from'),
    ],
    [
      'a contact for a stop that does not exist',
      { contacts: [{ name: null, phoneNumber: '+1', email: null, stopPositions: [3] }] },
      refused('invalid_stop_position', 'contacts[0].stop_positions[0]'),
    ],
  ])('is refused for %s', (_, change, problem) => {
    expect(() => create(change)).toThrow(problem);
  });

  it('is refused on a quote that has expired', () => {
    expect(() => create({}, 59)).not.toThrow();
    expect(() => create({}, 60)).toThrow(refused('quote_expired', 'quote_id'));
  });
});
