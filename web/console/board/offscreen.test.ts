// Unit tests of which cards of the board count as not in view.
import { expect, test } from 'vitest';
import { awayFrom } from './offscreen.ts';

const frame = { left: 200, right: 1_000, top: 100, bottom: 700 };
const card = (left: number, width: number, top = 300, height = 48) => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
});
const directionOf = (...args: Parameters<typeof card>) => awayFrom(card(...args), frame)?.direction ?? null;

test('a card that is cut off at an edge is not in view', () => {
  expect(directionOf(900, 100)).toBeNull();
  expect(directionOf(940, 100)).toBe('right');
  expect(directionOf(160, 100)).toBe('left');
  expect(directionOf(400, 100, 690)).toBe('below');
  expect(directionOf(400, 100, 60)).toBe('above');
});

test('a long card is in view once its code can be read', () => {
  expect(directionOf(880, 400)).toBeNull();
  expect(directionOf(900, 400)).toBe('right');
  expect(directionOf(-200, 520)).toBeNull();
});
