// The two published decimals, which fares are calculated from.
import { describe, expect, it } from 'vitest';
import { hundredths, travelOf } from './travel.ts';

describe('travel', () => {
  it('is rounded half up as a decimal, not as a binary fraction', () => {
    expect(travelOf([{ miles: 1.005, minutes: 2.675 }], false)).toMatchObject({ miles: 1.01, minutes: 2.68 });
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
