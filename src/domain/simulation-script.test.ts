import { describe, expect, it } from 'vitest';
import { dispatchedBooking, driven, momentAt, newBooking } from '../../test/support/booking-samples.ts';
import type { Booking } from './booking.ts';
import { loseCrew } from './booking-crew.ts';
import { failStop } from './booking-progress.ts';
import type { CrewLocation } from './crew.ts';
import { nextSimulationStep, POSITIONS_PER_LEG, simulatedLaborMinutes } from './simulation-script.ts';

const at = (booking: Booking, location: CrewLocation): Booking => ({
  ...booking,
  crew: booking.crew && { ...booking.crew, location },
});

describe('the script of a simulation', () => {
  it('gives a new booking a crew first', () => {
    expect(nextSimulationStep(newBooking())).toEqual({ kind: 'assign' });
  });

  it('sets out for the stop that is next', () => {
    expect(nextSimulationStep(dispatchedBooking())).toMatchObject({ kind: 'depart', stopId: 'stop-a' });
  });

  it('tells positions on the way that come closer, and then arrives', () => {
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
    expect(steps.at(-1)).toEqual({ kind: 'arrive', stopId: 'stop-a' });
  });

  it('completes the stop it is at', () => {
    const arrived = driven(dispatchedBooking(), 0, 'at');
    expect(nextSimulationStep(arrived)).toEqual({ kind: 'complete', stopId: 'stop-a', position: 0 });
  });

  it('arrives where it already is, when two stops are at one place', () => {
    const second = driven(dispatchedBooking(), 1, 'driving');
    const place = second.route[1]?.location;
    if (!place) throw new Error('no stop');
    expect(nextSimulationStep(at(second, place))).toEqual({ kind: 'arrive', stopId: 'stop-b' });
  });

  it.each([
    [undefined, { kind: 'retry', stopId: 'stop-a' }],
    ['retry', { kind: 'retry', stopId: 'stop-a' }],
    ['skip', { kind: 'skip', stopId: 'stop-a', reason: 'nobody home' }],
  ] as const)('decides about a stop that failed: %s', (next, step) => {
    const arrived = driven(dispatchedBooking(), 0, 'at');
    const report = { stopId: 'stop-a', reason: 'nobody home', photoUrls: [], next };
    expect(nextSimulationStep(failStop(arrived, report, momentAt(30)).booking)).toEqual(step);
  });

  it('fails a booking that asks for it instead of giving it a crew, and never one that had a crew', () => {
    const booking = { ...newBooking(), orderNumber: 'sandbox:payment_refused' };
    expect(nextSimulationStep(booking)).toEqual({ kind: 'fail', cause: 'payment_refused' });
    const lost = loseCrew(dispatchedBooking(), { reason: null }, momentAt(30)).booking;
    expect(nextSimulationStep({ ...lost, orderNumber: 'sandbox:payment_refused' })).toEqual({
      kind: 'assign',
    });
  });

  it.each(['completed', 'cancelled'] as const)('is over when the booking is %s', (state) => {
    expect(nextSimulationStep({ ...dispatchedBooking(), state })).toBeNull();
  });
});

describe('the labour of a simulation', () => {
  const ids = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-0000ffffffff'];

  it('stays within what the quote expects and is the same each time', () => {
    const labor = { kind: 'variable', lowMinutesPerStop: 10, highMinutesPerStop: 25 } as const;
    expect(simulatedLaborMinutes(labor, ids)).toEqual([10, 25]);
  });

  it('is what a fixed price bills', () => {
    expect(simulatedLaborMinutes({ kind: 'fixed', minutesPerStop: 12 }, ids)).toEqual([12, 12]);
  });
});
