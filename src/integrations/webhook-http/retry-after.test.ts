import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const nowMs = Date.UTC(2026, 10, 15, 12, 0, 0);

describe('readRetryAfter', () => {
  it.each([
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['Sun, 15 Nov 2026 12:01:00 GMT', 60],
    ['Sunday, 15-Nov-26 12:01:00 GMT', 60],
    ['Sun Nov 15 12:01:00 2026', 60],
    ['Sun Nov  1 12:01:00 2026', 0],
    ['Sat, 14 Nov 2026 12:00:00 GMT', 0],
  ])('parses "%s" as %i seconds', (value, seconds) => {
    expect(readRetryAfter(value, nowMs)).toBe(seconds);
  });

  it.each([
    undefined,
    '',
    '-1',
    '1.5',
    '1e3',
    '5 minutes',
    'soon',
    '0x10',
    '12345678901234567890',
    'Sun, 35 Nov 2026 12:01:00 GMT',
    '2026-11-15T12:01:00Z',
    'NaN',
  ])('ignores "%s"', (value) => {
    expect(readRetryAfter(value, nowMs)).toBeNull();
  });
});
