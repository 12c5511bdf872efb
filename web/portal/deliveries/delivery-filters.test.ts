// Unit tests of the delivery log's filters in the URL.
import { expect, test } from 'vitest';
import { readFilters, writeFilters } from './delivery-filters.ts';

test('reading and writing the filters of a URL returns the same URL', () => {
  const address = 'endpoint=e1&status=failed&type=booking.created&search=A-1&time=24h';
  expect(writeFilters(readFilters(new URLSearchParams(address))).toString()).toBe(address);
});

test('omits empty filters, and custom times unless the span is custom', () => {
  expect(writeFilters({ status: '', search: 'x', time: '1h', from: '2026-11-01T00:00' }).toString()).toBe(
    'search=x&time=1h',
  );
});
