// Unit tests of time formatting.
import { expect, test } from 'vitest';
import { formatDuration, formatMilliseconds, formatRelativeTime } from './format-time.ts';

const now = Date.UTC(2026, 10, 15, 12);
const minute = 60_000;

test.each([
  [-1_000, 'just now'],
  [2_000, 'in a moment'],
  [-42_000, '42s ago'],
  [-3 * minute, '3m ago'],
  [-59.9 * minute, '59m ago'],
  [26 * 60 * minute, 'in 1d'],
])('a time %i ms away reads "%s"', (distance, words) => {
  expect(formatRelativeTime(now + distance, now)).toBe(words);
});

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [61_000, '1 min 1 s'],
  [60 * minute, '1 h'],
  [(26 * 60 + 3) * minute, '1 d 2 h'],
])('a span of %i ms reads "%s"', (span, words) => {
  expect(formatDuration(span)).toBe(words);
});

test.each([
  [84.4, '84 ms'],
  [1_240, '1.2 s'],
  [15_000, '15 s'],
])('%d ms of waiting reads "%s"', (waited, words) => {
  expect(formatMilliseconds(waited)).toBe(words);
});
