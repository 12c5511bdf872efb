// Unit tests of the API calls behind moves on the board.
import { expect, test } from 'vitest';
import { callOf, inverseOf, whyCannotUnassign } from './board-moves.ts';

const move = { bookingId: 'b', hid: 'HID', from: null, to: 'one', reason: null };

test('assigns a booking that has no crew', () => {
  expect(callOf(move)).toEqual({ path: '/bookings/b/assign', body: { crew_id: 'one' } });
});

test('replaces a crew only if it is the one that the operator saw', () => {
  const body = { crew_id: 'two', from_crew_id: 'one' };
  expect(callOf({ ...move, from: 'one', to: 'two' })).toEqual({ path: '/bookings/b/reassign', body });
});

test('undoes an assignment by unassigning, and an unassignment by assigning', () => {
  const inverse = inverseOf(move);
  expect(callOf(inverse)).toEqual({
    path: '/bookings/b/lose-crew',
    body: { from_crew_id: 'one', reason: 'Assigned by mistake' },
  });
  expect(callOf(inverseOf({ ...move, from: 'one', to: null }))).toEqual(callOf(move));
});

test('refuses to unassign a crew after the first stop', () => {
  const booking = { state: 'dispatched', stops_done: 1 } as Parameters<typeof whyCannotUnassign>[0];
  expect(whyCannotUnassign(booking)).toMatch(/first stop is completed/);
  expect(whyCannotUnassign({ ...booking, stops_done: 0 })).toBeNull();
});
