// Tests of the route changes that the page offers.
import { expect, it, test } from 'vitest';
import {
  isStopOpen,
  mayAddStop,
  mayMoveStop,
  mayRemoveStop,
  type RouteProgress,
  stopPhrase,
} from './stop-changes.ts';

function booking(stopCount: number, at: readonly [position: number, step: string] | null): RouteProgress {
  const dispatch = at && { route_position: at[0], state: at[1] };
  return { state: at ? 'dispatched' : 'created', dispatch, route: Array.from({ length: stopCount }) };
}

const open = (each: RouteProgress) => each.route.map((_, position) => isStopOpen(each, position));

test.each([
  [null, [true, true, true]],
  [
    [0, 'pending'],
    [true, true, true],
  ],
  [
    [0, 'driving'],
    [false, true, true],
  ],
  [
    [1, 'at'],
    [false, false, true],
  ],
  [
    [1, 'done'],
    [false, false, true],
  ],
  [
    [2, 'pending'],
    [false, false, true],
  ],
  [
    [2, 'done'],
    [false, false, false],
  ],
] as const)('after %j, these stops are open: %j', (at, expected) => {
  expect(open(booking(3, at))).toEqual(expected);
});

it('offers a new stop until the route is full or the last stop is done', () => {
  expect(mayAddStop(booking(6, null))).toBe(true);
  expect(mayAddStop(booking(7, null))).toBe(false);
  expect(mayAddStop(booking(2, [1, 'at']))).toBe(true);
  expect(mayAddStop(booking(2, [1, 'done']))).toBe(false);
  expect(mayAddStop({ ...booking(2, null), state: 'cancelled' })).toBe(false);
});

it('keeps two stops, and one that the crew can go to', () => {
  expect(mayRemoveStop(booking(2, null), 1)).toBe(false);
  expect(mayRemoveStop(booking(3, null), 0)).toBe(true);
  expect(mayRemoveStop(booking(3, [1, 'driving']), 1)).toBe(false);
  expect(mayRemoveStop(booking(3, [1, 'driving']), 2)).toBe(true);
  expect(mayRemoveStop(booking(3, [1, 'done']), 2)).toBe(false);
});

it('moves stops among those that the crew has not departed for', () => {
  expect(mayMoveStop(booking(3, null), 0, -1)).toBe(false);
  expect(mayMoveStop(booking(3, null), 2, 3)).toBe(false);
  expect(mayMoveStop(booking(3, [0, 'driving']), 1, 0)).toBe(false);
  expect(mayMoveStop(booking(3, [0, 'driving']), 1, 2)).toBe(true);
});

it('names stops in sentences', () => {
  expect([0, 1, 2].map((position) => stopPhrase(position, 3))).toEqual([
    'the pickup',
    'stop 2',
    'the drop-off',
  ]);
});
