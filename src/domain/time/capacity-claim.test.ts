import { describe, expect, it } from 'vitest';
import {
  HOUR_MS,
  MINUTE_MS,
  NOW,
  newBooking,
  onDemandWindow,
  windowAt,
} from '../../../test/support/booking-samples.ts';
import type { Booking } from '../booking/booking.ts';
import type { ArrivalWindow } from './arrival-window.ts';
import { capacityChanges, capacityClaimOf } from './capacity-claim.ts';

const booking = newBooking();
const bucket = (hours: number) => ({
  kind: 'bucket',
  areaSlug: 'united-states',
  timeZone: 'America/Chicago',
  product: 'van',
  startMs: NOW + hours * HOUR_MS,
});
const onDemand = {
  kind: 'on_demand',
  areaSlug: 'united-states',
  timeZone: 'America/Chicago',
  product: 'van',
  endsAtMs: NOW + 2 * HOUR_MS,
};
const at = (window: ArrivalWindow | undefined, from: Booking = booking): Booking => {
  if (!window) throw new Error('no window');
  return { ...from, window };
};

describe('the capacity of a booking', () => {
  it('is claimed on creation and released on cancellation', () => {
    expect(capacityChanges(null, booking)).toEqual([{ kind: 'claim', claim: bucket(20) }]);
    expect(capacityChanges(booking, { ...booking, state: 'cancelled' })).toEqual([
      { kind: 'release', claim: bucket(20) },
    ]);
  });

  it('moves with the window, always in the order of the hours', () => {
    const [early, late] = [at(windowAt(20)), at(windowAt(30))];
    expect(capacityChanges(early, late).map(({ kind, claim }) => [kind, claim])).toEqual([
      ['release', bucket(20)],
      ['claim', bucket(30)],
    ]);
    expect(capacityChanges(late, early).map(({ kind, claim }) => [kind, claim])).toEqual([
      ['claim', bucket(20)],
      ['release', bucket(30)],
    ]);
  });

  it('stays for another window of the same hour, for dispatch, and after completion', () => {
    const window = windowAt(20);
    const shifted = { ...window, id: 'other', startMs: window.startMs + 10 * MINUTE_MS };
    expect(capacityChanges(booking, at(shifted))).toEqual([]);
    expect(capacityChanges(booking, { ...booking, state: 'dispatched' })).toEqual([]);
    expect(capacityChanges(booking, { ...booking, state: 'completed' })).toEqual([]);
  });

  it('is locked by hour, then by key, so that areas and zones cannot deadlock', () => {
    const elsewhere = { ...booking, areaSlug: 'aaa' };
    expect(capacityChanges(booking, elsewhere).map(({ kind }) => kind)).toEqual(['claim', 'release']);
    expect(capacityChanges(elsewhere, booking).map(({ kind }) => kind)).toEqual(['release', 'claim']);
  });

  it('is held for two hours on demand, and only while the booking is live', () => {
    const soon = at(onDemandWindow[0]);
    expect(capacityClaimOf(soon)).toEqual(onDemand);
    expect(capacityClaimOf({ ...soon, state: 'dispatched' })).toEqual(onDemand);
    expect(capacityClaimOf({ ...soon, state: 'completed' })).toBeNull();
    expect(capacityClaimOf({ ...soon, state: 'cancelled' })).toBeNull();
    expect(capacityChanges(booking, { ...soon, windowTakenAtMs: NOW + HOUR_MS })).toEqual([
      { kind: 'claim', claim: { ...onDemand, endsAtMs: NOW + 3 * HOUR_MS } },
      { kind: 'release', claim: bucket(20) },
    ]);
  });
});
