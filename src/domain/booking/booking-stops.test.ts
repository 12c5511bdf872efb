import { describe, expect, it } from 'vitest';
import {
  dispatchedBooking,
  driven,
  locationNamed,
  momentAt,
  newBooking,
  pricing,
  quoteFor,
} from '../../../test/support/booking-samples.ts';
import { noStopDetails } from '../place/stop-details.ts';
import type { Booking } from './booking.ts';
import { cancelBooking } from './booking-ending.ts';
import { addStop, editStop, removeStop, reorderStop } from './booking-stops.ts';
import { FREE_CANCELLATION } from './cancellation-policy.ts';

const now = momentAt(5, 'new');
const terms = { pricing };
const location = locationNamed('n');
const ids = ({ route }: Booking) => route.map(({ id }) => id.replace('stop-', '')).join(' ');
const problem = (code: string, param: string | null = null) => expect.objectContaining({ code, param });
const cancelled = (booking: Booking) =>
  cancelBooking(booking, { by: 'partner', reason: null }, { policy: FREE_CANCELLATION }, now).booking;

describe('a stop that is added', () => {
  it('goes directly before the destination, with its details', () => {
    const details = { ...noStopDetails, instructions: 'back door', address2: 'B', floor: 0, elevator: false };
    const { booking } = addStop(newBooking(), { location, ...details }, terms, momentAt(5, 'new'));
    expect(ids(booking)).toBe('a b new-1 c');
    expect(booking.route[2]).toEqual({ id: 'new-1', location, ...details });
    expect(booking.quote).toMatchObject({ id: 'new-2', route: booking.route, travel: pricing.travel });
  });

  it('goes to the requested position, from the first to the last', () => {
    const at = (position: number) =>
      ids(addStop(newBooking(), { location, position }, terms, momentAt(5, 'new')).booking);
    expect([at(0), at(3)]).toEqual(['new-1 a b c', 'a b c new-1']);
    expect(() => at(4)).toThrow(problem('invalid_parameter', 'position'));
    expect(() => at(-1)).toThrow(problem('invalid_parameter', 'position'));
  });

  it('becomes the next stop of the crew if it is added before the pending stop', () => {
    const pending = driven(dispatchedBooking(), 1);
    const { dispatch } = addStop(pending, { location, position: 1 }, terms, momentAt(5, 'new')).booking;
    expect(dispatch).toMatchObject({ state: 'pending', routePosition: 1, routeStopId: 'new-1' });
    expect(dispatch?.events.at(-1)).toMatchObject({ state: 'pending', routeStopId: 'new-1' });
    expect(dispatch?.events.at(-2)).toMatchObject({ state: 'done', routeStopId: 'stop-a' });
  });

  it('is refused as the eighth', () => {
    const full = newBooking({ quote: quoteFor(['a', 'b', 'c', 'd', 'e', 'f', 'g']) });
    expect(() => addStop(full, { location }, terms, now)).toThrow(problem('too_many_stops'));
  });
});

describe('a stop that is removed', () => {
  const contacts = [
    { name: null, phoneNumber: '+1', email: null, stopPositions: [1] },
    { name: null, phoneNumber: '+2', email: null, stopPositions: [1, 2] },
  ];

  it('removes the contacts that had no other stop', () => {
    const { booking } = removeStop(newBooking({ contacts }), { position: 1 }, terms, now);
    expect(ids(booking)).toBe('a c');
    expect(booking.contacts.map(({ phoneNumber, stopIds }) => [phoneNumber, stopIds])).toEqual([
      ['+2', ['stop-c']],
    ]);
  });

  it('may be either end of the route', () => {
    expect(ids(removeStop(newBooking(), { position: 0 }, terms, now).booking)).toBe('b c');
    expect(ids(removeStop(newBooking(), { position: 2 }, terms, now).booking)).toBe('a b');
  });

  it('is refused if only one stop would be left', () => {
    const short = newBooking({ quote: quoteFor(['a', 'b']) });
    expect(() => removeStop(short, { position: 0 }, terms, now)).toThrow(problem('too_few_stops'));
  });

  it('is not found at an invalid position, in any state of the booking', () => {
    for (const booking of [newBooking(), cancelled(newBooking())]) {
      for (const position of [-1, 3, 0.5]) {
        expect(() => removeStop(booking, { position }, terms, now)).toThrow(problem('not_found'));
      }
    }
  });
});

describe('a stop that is moved', () => {
  const reorder = (fromPosition: number, toPosition: number, booking = newBooking()) =>
    reorderStop(booking, { fromPosition, toPosition }, terms, now);

  it('moves to its target position and shifts the stops between', () => {
    expect(ids(reorder(0, 2).booking)).toBe('b c a');
    expect(ids(reorder(2, 0).booking)).toBe('c a b');
    expect(ids(reorder(1, 2).booking)).toBe('a c b');
  });

  it('changes nothing if the position stays the same', () => {
    const booking = newBooking();
    expect(reorder(1, 1, booking)).toEqual({ booking, events: [] });
  });

  it('keeps its contacts, and the event lists them as changed', () => {
    const contacts = [{ name: null, phoneNumber: '+1', email: null, stopPositions: [1] }];
    const { events } = reorder(1, 0, newBooking({ contacts }));
    expect(events[0]?.changed).toEqual(['origin', 'route', 'contacts', 'quote']);
  });

  it('is refused outside the route, also on a final booking', () => {
    expect(() => reorder(3, 0)).toThrow(problem('invalid_parameter', 'from_position'));
    expect(() => reorder(0, -1)).toThrow(problem('invalid_parameter', 'to_position'));
    expect(() => reorder(0, 3, cancelled(newBooking()))).toThrow(problem('invalid_parameter', 'to_position'));
    expect(() => reorder(1, 1, cancelled(newBooking()))).toThrow(problem('booking_not_editable'));
  });
});

describe('the details of a stop', () => {
  it('change individually, without repricing', () => {
    const booking = newBooking();
    const after = editStop(booking, { position: 1, instructions: null, floor: 7 }, now).booking;
    expect(after.route[1]).toEqual({ ...booking.route[1], instructions: null, floor: 7 });
    expect(after.quote).toBe(booking.quote);
  });

  it('are not found at an invalid position', () => {
    expect(() => editStop(newBooking(), { position: 3, floor: 1 }, now)).toThrow(problem('not_found'));
  });
});
