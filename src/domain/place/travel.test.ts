// The two published decimals, which fares are calculated from.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, roundHalfUp } from '../../lib/decimal.ts';
import { hundredths, travelOf } from './travel.ts';

describe('travel', () => {
  it('is rounded half up as a decimal, not as a binary fraction', () => {
    expect(travelOf([{ miles: 1.005, minutes: 2.675 }], false)).toMatchObject({ miles: 1.01, minutes: 2.68 });
  });

  it('is rounded as exact decimals are, near a half and elsewhere', () => {
    const halves = fc.nat(200_000_000).map((number) => (number + 0.5) / 100);
    const near = fc
      .tuple(halves, fc.integer({ min: -40, max: 40 }))
      .map(([half, ulps]) => half * (1 + ulps * 2 ** -52));
    const any = fc.double({ min: 0, max: 1e8, noNaN: true });
    fc.assert(
      fc.property(fc.oneof(halves, near, any), (value) => {
        expect(hundredths(value)).toBe(roundHalfUp(decimal(value), 2));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the sum of the rounded legs', () => {
    const third = { miles: 0.104, minutes: 0.1 };
    expect(travelOf([third, third, third], true)).toEqual({
      legs: [1, 2, 3].map(() => ({ miles: 0.1, minutes: 0.1 })),
      miles: 0.3,
      minutes: 0.3,
      estimated: true,
    });
  });

  it('is never negative', () => {
    expect(() => hundredths(-0.01)).toThrow(RangeError);
  });
});
