import { describe, expect, it } from 'vitest';
import { activityLabel } from './activity-labels.ts';

const route = [0, 1, 2].map((position) => ({ id: `s${position}`, position }));
const label = (type: string, data: object) => activityLabel({ type, data }, { route });

describe('the activity of a booking', () => {
  it('names the stop', () => {
    expect(label('booking.stop.arrived', { stop: { id: 's0', position: 0 } })).toBe(
      'Crew arrived at the pickup',
    );
    expect(label('booking.stop.failed', { stop: { id: 's1', position: 1 } })).toBe(
      'Crew could not complete stop 2',
    );
  });

  it('finds a stop that has moved since', () => {
    expect(label('booking.stop.departed', { stop: { id: 's2', position: 1 } })).toBe(
      'Crew departed for the drop-off',
    );
  });

  it('does not call a skipped stop finished', () => {
    const skipped = new Set(['s2']);
    const event = (type: string, data: object) =>
      activityLabel({ type, data }, { route, skippedIds: skipped });
    expect(event('booking.stop.completed', { stop: { id: 's2', position: 2 } })).toBe('Drop-off skipped');
    expect(event('booking.stop.completed', { stop: { id: 's0', position: 0 } })).toBe(
      'Crew finished the pickup',
    );
    expect(event('booking.completed', {})).toBe('Booking ended');
  });

  it('says what was changed', () => {
    expect(label('booking.updated', { changed: ['arrival_window', 'quote'] })).toBe('Time changed');
    expect(label('booking.updated', { changed: ['customer', 'contacts'] })).toBe('Customer changed');
    expect(label('booking.updated', { changed: ['route', 'order_number', 'description'] })).toBe(
      'Stops, description and order number changed',
    );
    expect(label('booking.updated', { changed: ['quote'] })).toBe('Booking changed');
  });

  it('says which stops were changed', () => {
    const stop = (id: string, name: string, more = {}) => ({ id, location: { name }, ...more });
    const event = (stops: readonly object[], changed = ['route', 'quote']) => ({
      type: 'booking.updated',
      data: { changed, booking: { route: stops } } as object,
    });
    const [a, b, c] = [stop('a', '350 5th Ave'), stop('b', '1 Main St'), stop('c', '75 St Marks Pl')];
    const between = (earlier: object[], later: object[]) =>
      activityLabel(event(later), { route, earlier: event(earlier) });
    expect(between([a, b], [a, c, { ...b, position: 2 }])).toBe('Stop added: 75 St Marks Pl');
    expect(between([a, c, b], [a, b])).toBe('Stop removed: 75 St Marks Pl');
    expect(between([a, b, c], [a, c, b])).toBe(
      'Stops in a new order: 350 5th Ave → 75 St Marks Pl → 1 Main St',
    );
    expect(between([a, b], [a, stop('b', '9 Elm St')])).toBe('Drop-off is now 9 Elm St');
    expect(between([a, b], [stop('a', '350 5th Ave', { floor: 4 }), b])).toBe(
      'Details of the pickup changed',
    );
    expect(activityLabel(event([a], ['route', 'description']), { route, earlier: event([a, b]) })).toBe(
      'Stop removed: 1 Main St; description changed',
    );
    // The contact of a stop that came from the customer goes with the stop.
    expect(activityLabel(event([a], ['route', 'contacts']), { route, earlier: event([a, b]) })).toBe(
      'Stop removed: 1 Main St',
    );
    // The event before was deleted at the end of its retention period.
    expect(activityLabel(event([a, b], ['route']), { route })).toBe('Stops changed');
  });

  it('leaves out positions and moves to the next stop', () => {
    expect(label('crew.location_updated', { changed: ['crew'] })).toBeNull();
    expect(label('booking.updated', { changed: ['dispatch_state', 'dispatch'] })).toBeNull();
  });

  it('shows types that it does not know', () => {
    expect(label('booking.photo_added', {})).toBe('Photo added');
  });
});
