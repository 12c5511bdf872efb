// Unit test of the words of a booking's timeline.
import { expect, test } from 'vitest';
import { isShownChange, timelineLabel } from './timeline-labels.ts';

const change = (action: string, more: object = {}) => ({ kind: 'change' as const, action, ...more });
const stop = (position: number) => ({ position, name: '12 Main St' });

test('steps name the crew and the stop, and assignments the crew', () => {
  const crew_name = 'North 2';
  const label = (action: string, more: object = {}) =>
    timelineLabel(change(action, { crew_name, stop: null, ...more }), 3);
  expect(label('booking.stop.departed', { stop: stop(0) })).toBe('North 2 left for the pickup, 12 Main St');
  expect(label('booking.stop.arrived', { stop: stop(1) })).toBe('North 2 arrived at stop 2, 12 Main St');
  expect(label('booking.stop.skipped', { stop: stop(2) })).toBe('Skipped the drop-off, 12 Main St');
  expect(label('booking.stop.failed')).toBe('North 2 could not complete the stop');
  expect(label('booking.dispatched')).toBe('North 2 assigned');
  expect(label('booking.crew_changed', { changed: ['crew'] })).toBe('Crew changed: North 2');
  expect(label('booking.crew_changed', { changed: ['state', 'crew'] })).toBe('North 2 unassigned');
  expect(label('booking.dispatched', { crew_name: null })).toBe('Crew assigned');
  expect(label('booking.something_new')).toBe('Something new');
});

test('events and moving on are not shown', () => {
  expect(isShownChange({ kind: 'event' })).toBe(false);
  expect(isShownChange(change('booking.moved_on'))).toBe(false);
  expect(isShownChange(change('booking.created'))).toBe(true);
});
