import { describe, expect, it } from 'vitest';
import { dispatchedBooking, driven, newBooking, quoteFor } from '../../../test/support/booking-samples.ts';
import { legacyDispatchState } from './dispatch-state.ts';

const onRoute = (count: number) =>
  dispatchedBooking({ quote: quoteFor(['a', 'b', 'c', 'd', 'e', 'f', 'g'].slice(0, count)) });

describe('the legacy dispatch state', () => {
  it.each([
    [2, 0, 'origin'],
    [2, 1, 'destination'],
    [3, 1, 'stop'],
    [7, 0, 'origin'],
    [7, 1, 'stop'],
    [7, 5, 'stop'],
    [7, 6, 'destination'],
  ] as const)('of %i stops says at position %i: %s', (count, position, place) => {
    for (const state of ['pending', 'driving', 'at'] as const) {
      expect(legacyDispatchState(driven(onRoute(count), position, state))).toBe(`${place}_${state}`);
    }
    const { dispatch, ...booking } = driven(onRoute(count), position, 'at');
    const done = dispatch && { ...dispatch, state: 'done' as const };
    expect(legacyDispatchState({ ...booking, dispatch: done })).toBe(`${place}_done`);
  });

  it('is origin_pending before dispatch, and whenever the booking is not dispatched', () => {
    expect(legacyDispatchState(newBooking())).toBe('origin_pending');
    const under = driven(onRoute(3), 1, 'at');
    for (const state of ['created', 'cancelled', 'completed'] as const) {
      expect(legacyDispatchState({ ...under, state })).toBe('origin_pending');
    }
  });
});
