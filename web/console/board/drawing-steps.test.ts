// Unit tests of the order in which the board is drawn.
import { expect, test } from 'vitest';
import type { BoardBooking, BoardCrew } from '../api.ts';
import type { BoardLayout } from './board-layout.ts';
import { drawnPart, FEWEST_CARDS, nextStep, nextStepCards, unitsOf } from './drawing-steps.ts';

const cards = (count: number) => Array.from({ length: count }, () => ({}) as BoardBooking);
const layoutOf = (unassigned: readonly number[], rows: readonly number[]): BoardLayout => ({
  unassigned: unassigned.map(cards),
  waiting: 0,
  empty: null,
  lines: rows.map((count) => ({
    crew: {} as BoardCrew,
    cards: cards(count).map((booking) => ({ booking, left: 0, width: 1, lane: 0, planned: 1 })),
    lanes: 1,
    failed: 0,
    late: 0,
    shifts: [],
  })),
  elsewhere: [],
});

function partsOf(layout: BoardLayout) {
  const units = unitsOf(layout);
  const parts = [];
  for (let drawn = nextStep(units, 0); ; drawn = nextStep(units, drawn)) {
    parts.push(drawnPart(layout, units, drawn));
    if (drawn >= units.length) return parts;
  }
}

test('draws the top of the tray first, then the crews, then the rest of the tray hour by hour', () => {
  const parts = partsOf(layoutOf([8, 7], [2, 2, 2]));
  expect(parts.map(({ depths, rows }) => [...depths, rows])).toEqual([
    [3, 2, 0],
    [4, 4, 0],
    [4, 4, 2],
    [6, 4, 3],
    [8, 7, 3],
  ]);
  expect(parts.map(({ isAll }) => isAll)).toEqual([false, false, false, false, true]);
});

test('draws at least one unit per step, also if it is larger than a step', () => {
  const parts = partsOf(layoutOf([], [30, 30]));
  expect(parts.map(({ rows }) => rows)).toEqual([1, 2]);
});

test('draws all of an empty board at once', () => {
  expect(partsOf(layoutOf([0, 0], []))).toEqual([{ depths: [0, 0], rows: 0, isAll: true }]);
});

test('draws more per step on a fast processor, and less again if that takes too long', () => {
  expect(nextStepCards(FEWEST_CARDS, 20)).toBe(2 * FEWEST_CARDS);
  expect(nextStepCards(2 * FEWEST_CARDS, 60)).toBe(2 * FEWEST_CARDS);
  expect(nextStepCards(2 * FEWEST_CARDS, 120)).toBe(FEWEST_CARDS);
  expect(nextStepCards(FEWEST_CARDS, 120)).toBe(FEWEST_CARDS);
});

test('keeps all drawn when bookings arrive later', () => {
  const layout = layoutOf([9, 1], [2]);
  expect(drawnPart(layout, unitsOf(layout), Number.POSITIVE_INFINITY)).toEqual({
    depths: [9, 1],
    rows: 1,
    isAll: true,
  });
});
