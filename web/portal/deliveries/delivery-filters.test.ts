// Unit tests of the delivery log's filters in the URL.
import { expect, test } from 'vitest';
import { readFilters, writeFilters } from './delivery-filters.ts';

test('an address read and written again is the same', () => {
  const address = 'endpoint=e1&status=failed&type=booking.created&search=A-1&time=24h';
  expect(writeFilters(readFilters(new URLSearchParams(address))).toString()).toBe(address);
});

test('leaves out what is empty, and times of one’s own when they do not apply', () => {
  expect(writeFilters({ status: '', search: 'x', time: '1h', from: '2026-11-01T00:00' }).toString()).toBe(
    'search=x&time=1h',
  );
});
