// Unit tests of the time filter.
import { expect, test } from 'vitest';
import { timeBounds } from './time-span.ts';

const now = Date.UTC(2026, 10, 15, 12);

test('converts a predefined span or custom times to instants', () => {
  expect(timeBounds({ time: '24h' }, now)).toEqual({ from: '2026-11-14T12:00:00.000Z' });
  expect(timeBounds({ time: 'custom', from: '2026-11-01T08:00', to: '' }, now)).toEqual({
    from: new Date('2026-11-01T08:00').toISOString(),
  });
  expect(timeBounds({}, now)).toEqual({});
});
