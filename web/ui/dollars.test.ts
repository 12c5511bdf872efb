// Unit tests of amounts of money.
import { expect, test } from 'vitest';
import { formatDollarRange, formatDollars, parseDollars } from './dollars.ts';

test('formats cents as dollars, and a range only if its ends differ', () => {
  expect(formatDollars(12_345)).toBe('$123.45');
  expect(formatDollars(-500)).toBe('-$5.00');
  expect(formatDollarRange(8_500, 12_000)).toBe('$85.00 to $120.00');
  expect(formatDollarRange(8_500, 8_500)).toBe('$85.00');
});

test('reads typed dollars as cents, and refuses other text', () => {
  expect(['12', '$12.5', '1,200.05', '0'].map(parseDollars)).toEqual([1_200, 1_250, 120_005, 0]);
  for (const text of ['', 'five', '1.234', '-3', '1e3']) expect(parseDollars(text), text).toBeNull();
});
