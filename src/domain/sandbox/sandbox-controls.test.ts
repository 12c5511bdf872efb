import { describe, expect, it } from 'vitest';
import {
  crewNamed,
  dispatchedBooking,
  driven,
  momentAt,
  newBooking,
} from '../../../test/support/booking-samples.ts';
import { delayCrew, failCurrentStop, loseCrewOf } from './sandbox-controls.ts';

const loss = { reason: 'breakdown', successor: () => crewNamed('crew-2') };

describe('a lost crew', () => {
  it('returns the booking to created before the first stop is done', () => {
    const { booking, events } = loseCrewOf(driven(dispatchedBooking(), 0, 'at'), loss, momentAt(60));
    expect(booking).toMatchObject({
      state: 'created',
      crew: null,
      previousDispatches: [{ reason: 'breakdown' }],
    });
    expect(events.map(({ type }) => type)).toEqual(['booking.crew_changed']);
  });

  it('is replaced afterwards, and the progress is kept', () => {
    const before = driven(dispatchedBooking(), 1, 'driving');
    const { booking, events } = loseCrewOf(before, loss, momentAt(60));
    expect(booking).toMatchObject({ state: 'dispatched', crew: { id: 'crew-2' }, dispatch: before.dispatch });
    expect(events.map(({ type }) => type)).toEqual(['booking.crew_changed']);
  });

  it('is refused for a booking without a crew', () => {
    expect(() => loseCrewOf(newBooking(), loss, momentAt())).toThrow('this one is created');
  });
});

describe('a delay', () => {
  it('delays the ETA by the given minutes, and emits a position update', () => {
    const driving = driven(dispatchedBooking(), 0, 'driving');
    const expected = driving.crew?.etaMs ?? momentAt(60).nowMs;
    const { booking, events } = delayCrew(driving, { minutes: 15 }, momentAt(60));
    expect(booking.crew?.etaMs).toBe(Math.max(expected, momentAt(60).nowMs) + 15 * 60_000);
    expect(booking.crew?.location).not.toBeNull();
    expect(events.map(({ type }) => type)).toEqual(['crew.location_updated']);
    const later = delayCrew(booking, { minutes: 5 }, momentAt(61)).booking;
    expect(later.crew?.etaMs).toBe((booking.crew?.etaMs ?? 0) + 5 * 60_000);
  });

  it.each(['pending', 'at'] as const)('is refused while the stop is %s', (state) => {
    const booking = state === 'pending' ? dispatchedBooking() : driven(dispatchedBooking(), 0, state);
    expect(() => delayCrew(booking, { minutes: 5 }, momentAt(60))).toThrow(`stop 0 is ${state}`);
  });
});

describe('a stop that fails', () => {
  it('is the current stop of the crew', () => {
    const at = driven(dispatchedBooking(), 1, 'at');
    const { booking } = failCurrentStop(at, { reason: 'closed', next: 'skip' }, momentAt(90));
    expect(booking.dispatch?.failure).toMatchObject({ reason: 'closed', next: 'skip' });
  });

  it('is refused while the crew is on its way', () => {
    const driving = driven(dispatchedBooking(), 1, 'driving');
    expect(() => failCurrentStop(driving, { reason: 'x', next: 'retry' }, momentAt(90))).toThrow(
      'stop 1 is driving',
    );
  });
});
