import { describe, expect, it } from 'vitest';
import { dispatchedBooking, driven, momentAt, newBooking } from '../../../test/support/booking-samples.ts';
import type { Booking } from '../booking/booking.ts';
import { loseCrew } from '../booking/booking-crew.ts';
import { failStop } from '../booking/booking-progress.ts';
import type { CrewLocation } from '../dispatch/crew.ts';
import { nextSimulationStep, POSITIONS_PER_LEG, simulatedLaborMinutes } from './simulation-script.ts';

const at = (booking: Booking, location: CrewLocation): Booking => ({
  ...booking,
  crew: booking.crew && { ...booking.crew, location },
});

describe('the script of a simulation', () => {
  it('assigns a crew to a new booking first', () => {
    expect(nextSimulationStep(newBooking())).toEqual({ kind: 'assign' });
  });

  it('departs for the next stop', () => {
    expect(nextSimulationStep(dispatchedBooking())).toMatchObject({ kind: 'depart', stopId: 'stop-a' });
  });

  it('reports positions that get closer, and then arrives', () => {
    const driving = driven(dispatchedBooking(), 0, 'driving');
    const steps: ReturnType<typeof nextSimulationStep>[] = [];
    let booking = driving;
    for (let step = 0; step <= POSITIONS_PER_LEG; step++) {
      const next = nextSimulationStep(booking);
      steps.push(next);
      if (next?.kind === 'drive') booking = at(booking, next.location);
    }
    const target = driving.route[0]?.location;
    const distances = steps.flatMap((step) =>
      step?.kind === 'drive' ? [Math.abs(step.location.longitude - (target?.longitude ?? 0))] : [],
    );
    expect(distances).toHaveLength(POSITIONS_PER_LEG);
    expect(distances).toEqual(distances.toSorted((a, b) => b - a));
    expect(steps.at(-1)).toEqual({
      kind: 'arrive',
      stopId: 'stop-a',
      location: { longitude: target?.longitude, latitude: target?.latitude },
    });
  });

  it('completes the current stop', () => {
    const arrived = driven(dispatchedBooking(), 0, 'at');
    expect(nextSimulationStep(arrived)).toEqual({ kind: 'complete', stopId: 'stop-a', position: 0 });
  });

  it('moves on from a stop that is done, in a step of its own', () => {
    for (const position of [0, 2])
      expect(nextSimulationStep(driven(dispatchedBooking(), position, 'done'))).toEqual({
        kind: 'move_on',
        stopId: position === 0 ? 'stop-a' : 'stop-c',
      });
  });

  it('arrives at once if two stops are at the same place', () => {
    const second = driven(dispatchedBooking(), 1, 'driving');
    const place = second.route[1]?.location;
    if (!place) throw new Error('no stop');
    expect(nextSimulationStep(at(second, place))).toEqual({
      kind: 'arrive',
      stopId: 'stop-b',
      location: { longitude: place.longitude, latitude: place.latitude },
    });
  });

  it.each([
    [undefined, { kind: 'retry', stopId: 'stop-a' }],
    ['retry', { kind: 'retry', stopId: 'stop-a' }],
    ['skip', { kind: 'skip', stopId: 'stop-a', reason: 'closed' }],
  ] as const)('decides about a failed stop: %s', (next, step) => {
    const arrived = driven(dispatchedBooking(), 0, 'at');
    const report = { stopId: 'stop-a', reason: 'closed', photoUrls: [], next };
    expect(nextSimulationStep(failStop(arrived, report, momentAt(30)).booking)).toEqual(step);
  });

  it('fails a booking with a magic order number instead of assigning a crew, but not after a crew was assigned', () => {
    const booking = { ...newBooking(), orderNumber: 'sandbox:payment_refused' };
    expect(nextSimulationStep(booking)).toEqual({ kind: 'fail', cause: 'payment_refused' });
    const lost = loseCrew(dispatchedBooking(), { reason: null }, momentAt(30)).booking;
    expect(nextSimulationStep({ ...lost, orderNumber: 'sandbox:payment_refused' })).toEqual({
      kind: 'assign',
    });
  });

  it.each(['completed', 'cancelled'] as const)('ends when the booking is %s', (state) => {
    expect(nextSimulationStep({ ...dispatchedBooking(), state })).toBeNull();
  });
});

describe('the labor minutes of a simulation', () => {
  const ids = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-0000ffffffff'];

  it('are within the quoted range and deterministic', () => {
    const labor = { kind: 'variable', lowMinutesPerStop: 10, highMinutesPerStop: 25 } as const;
    expect(simulatedLaborMinutes(labor, ids)).toEqual([10, 25]);
  });

  it('are the fixed minutes for fixed labor', () => {
    expect(simulatedLaborMinutes({ kind: 'fixed', minutesPerStop: 12 }, ids)).toEqual([12, 12]);
  });
});
