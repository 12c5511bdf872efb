// Unit tests of the filters in the address of the log.
import { expect, test } from 'vitest';
import { readFilters, timeBounds, writeFilters } from './delivery-filters.ts';

const now = Date.UTC(2026, 10, 15, 12);

test('an address read and written again is the same', () => {
  const address = 'endpoint=e1&status=failed&type=booking.created&search=A-1&time=24h';
  expect(writeFilters(readFilters(new URLSearchParams(address))).toString()).toBe(address);
});

test('leaves out what is empty, and times of one’s own when they do not apply', () => {
  expect(writeFilters({ status: '', search: 'x', time: '1h', from: '2026-11-01T00:00' }).toString()).toBe(
    'search=x&time=1h',
  );
});

test('turns a span or times of one’s own into instants', () => {
  expect(timeBounds({ time: '24h' }, now)).toEqual({ from: '2026-11-14T12:00:00.000Z' });
  expect(timeBounds({ time: 'custom', from: '2026-11-01T08:00', to: '' }, now)).toEqual({
    from: new Date('2026-11-01T08:00').toISOString(),
  });
  expect(timeBounds({}, now)).toEqual({});
});
