// Unit test of the stops in the history of a booking.
import { expect, test } from 'vitest';
import type { TimelineEntry } from './booking-schemas.ts';
import { withStops } from './timeline-stops.ts';

const at = new Date(0);
const event = (type: string, position: number): TimelineEntry => ({
  kind: 'event',
  at,
  type,
  stop: { position, name: `Stop ${position}` },
});
const change = (action: string): TimelineEntry => ({ kind: 'change', at, action });

test('the stop of a step is that of its event, also after old events were deleted', () => {
  const events = [event('booking.stop.completed', 1), event('booking.stop.departed', 1)];
  const changes = [
    'booking.stop.skipped',
    'booking.moved_on',
    'booking.stop.departed',
    'booking.stop.departed',
  ];
  const stops = withStops(changes.map(change), events).map(({ stop }) => stop?.position ?? null);
  expect(stops).toEqual([1, null, 1, null]);
});
