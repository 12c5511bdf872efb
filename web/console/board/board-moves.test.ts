// Unit tests of the API calls behind moves on the board.
import { expect, test } from 'vitest';
import { callOf, inverseOf, whyCannotUnassign } from './board-moves.ts';

const move = { bookingId: 'b', hid: 'HID', from: null, to: 'one', reason: null };

test('a booking without a crew is assigned', () => {
  expect(callOf(move)).toEqual({ path: '/bookings/b/assign', body: { crew_id: 'one' } });
});

test('a crew is replaced only while it is the one that was seen', () => {
  const body = { crew_id: 'two', from_crew_id: 'one' };
  expect(callOf({ ...move, from: 'one', to: 'two' })).toEqual({ path: '/bookings/b/reassign', body });
});

test('what was assigned is taken back by taking the crew away, and the other way round', () => {
  const inverse = inverseOf(move);
  expect(callOf(inverse)).toEqual({
    path: '/bookings/b/lose-crew',
    body: { from_crew_id: 'one', reason: 'Assigned by mistake' },
  });
  expect(callOf(inverseOf({ ...move, from: 'one', to: null }))).toEqual(callOf(move));
});

test('a crew stays once the first stop is done', () => {
  const booking = { state: 'dispatched', stops_done: 1 } as Parameters<typeof whyCannotUnassign>[0];
  expect(whyCannotUnassign(booking)).toMatch(/first stop is done/);
  expect(whyCannotUnassign({ ...booking, stops_done: 0 })).toBeNull();
});
