import { describe, expect, it } from 'vitest';
import { dispatchedBooking, driven, newBooking } from '../../test/support/booking-samples.ts';
import { nextSimulationStep, POSITIONS_PER_LEG, simulatedLaborMinutes } from './simulation-script.ts';

describe('the script of a simulation', () => {
  it('gives a new booking a crew first', () => {
    expect(nextSimulationStep(newBooking(), 0)).toEqual({ kind: 'assign' });
  });

  it('sets out for the stop that is next', () => {
    expect(nextSimulationStep(dispatchedBooking(), 0)).toMatchObject({ kind: 'depart', stopId: 'stop-a' });
  });

  it('tells positions on the way that come closer, and then arrives', () => {
    const driving = driven(dispatchedBooking(), 0, 'driving');
    const steps = Array.from({ length: POSITIONS_PER_LEG + 1 }, (_, told) =>
      nextSimulationStep(driving, told),
    );
    const target = driving.route[0]?.location;
    const distances = steps.flatMap((step) =>
      step?.kind === 'drive' ? [Math.abs(step.location.longitude - (target?.longitude ?? 0))] : [],
    );
    expect(distances).toHaveLength(POSITIONS_PER_LEG);
    expect(distances).toEqual(distances.toSorted((a, b) => b - a));
    expect(steps.at(-1)).toEqual({ kind: 'arrive', stopId: 'stop-a' });
  });

  it('completes the stop it is at', () => {
    const at = driven(dispatchedBooking(), 0, 'at');
    expect(nextSimulationStep(at, 0)).toEqual({ kind: 'complete', stopId: 'stop-a', position: 0 });
  });

  it.each(['completed', 'cancelled'] as const)('is over when the booking is %s', (state) => {
    expect(nextSimulationStep({ ...dispatchedBooking(), state }, 0)).toBeNull();
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
