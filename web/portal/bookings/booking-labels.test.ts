// Unit tests of the labels of bookings.
import { expect, test } from 'vitest';
import { cancellationText, priceOf, progressOf, shownState, stopName, windowOf } from './booking-labels.ts';

test('names stops by their position', () => {
  expect([0, 1, 2].map((position) => stopName(position, 3))).toEqual(['Pickup', 'Stop 2', 'Drop-off']);
});

test('says what the crew does, only while a crew is assigned', () => {
  const facts = { stop_count: 2, skipped_positions: [], redelivery: null };
  const of = (dispatch_state: string) => progressOf({ state: 'dispatched', dispatch_state, ...facts });
  expect(of('origin_pending')).toBe('Not departed yet');
  expect(of('origin_driving')).toBe('On the way to the pickup');
  expect(of('stop_at')).toBe('At a stop');
  expect(of('destination_pending')).toBe('Next: the drop-off');
  expect(of('origin_done')).toBe('The pickup is done');
  expect(progressOf({ state: 'completed', dispatch_state: 'destination_done', ...facts })).toBeNull();
});

test('says what was not delivered, and which booking delivers it', () => {
  const of = (...skipped_positions: number[]) =>
    shownState({ state: 'completed', stop_count: 3, skipped_positions }).label;
  expect([of(), of(1), of(0, 2)]).toEqual(['Completed', 'Partly completed', 'Not delivered']);
  const skipped = { state: 'dispatched', stop_count: 2, dispatch_state: 'destination_done' } as const;
  expect(shownState({ ...skipped, skipped_positions: [0] }).label).toBe('Crew assigned');
  const missed = { ...skipped, skipped_positions: [1] };
  expect(shownState(missed).label).toBe('Not delivered');
  expect(progressOf({ ...missed, redelivery: null })).toBeNull();
  const redelivery = { id: 'b2', hid: 'XK08VX38' };
  expect(progressOf({ ...missed, redelivery })).toBe('New delivery: XK08VX38');
});

test('shows the fee of a cancelled booking, then the fare, then the estimate', () => {
  const prices = { fare_cents: null, estimate_low_cents: 8_000, estimate_high_cents: 9_000 };
  const created = { state: 'created', cancellation_fee_cents: null, ...prices } as const;
  expect(priceOf(created)).toEqual({ text: '$80.00 to $90.00', note: 'estimate' });
  expect(priceOf({ ...created, state: 'completed', fare_cents: 8_500 })).toEqual({
    text: '$85.00',
    note: null,
  });
  const cancelled = { ...created, state: 'cancelled', cancellation_fee_cents: 2_500 } as const;
  expect(priceOf(cancelled)).toEqual({ text: '$25.00', note: 'cancellation fee' });
});

test('shows a window without times as on demand', () => {
  const window = { window_starts_at: null, window_ends_at: null, time_zone: null };
  expect(windowOf(window)).toEqual({ day: 'As soon as possible', hours: 'no fixed time' });
});

test('says who cancelled and why', () => {
  expect(cancellationText({ by: 'partner', reason: 'im_not_ready' })).toBe(
    'By your organization: the customer is not ready',
  );
  expect(cancellationText({ by: 'system', reason: 'no_crew_available' })).toBe(
    'Automatically: no crew was available',
  );
  expect(cancellationText({ by: 'provider', reason: null })).toBe('By the delivery company');
});
