import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, decimal, multiply, roundHalfUp, subtract } from './decimal.ts';

describe('exact decimals', () => {
  it('rounds halves up where binary floats are just below', () => {
    expect(Math.round(1.005 * 100)).toBe(100);
    expect(roundHalfUp(multiply(decimal(1.005), decimal(100)), 0)).toBe(101);
    expect(roundHalfUp(multiply(decimal(8.35), decimal(1.1)), 2)).toBe(9.19);
    expect(roundHalfUp(decimal(2.675), 2)).toBe(2.68);
    expect(roundHalfUp(decimal(0.5), 0)).toBe(1);
    expect(roundHalfUp(decimal(0.4999999), 0)).toBe(0);
  });

  it('rounds a negative amount as the mirror image of the positive one', () => {
    expect(roundHalfUp(decimal(-2.5), 0)).toBe(-3);
    expect(roundHalfUp(decimal(-2.4), 0)).toBe(-2);
  });

  it('reads numbers that print with an exponent', () => {
    expect(decimal(1e-7)).toEqual({ units: 1n, scale: 7 });
    expect(decimal(1.5e-7)).toEqual({ units: 15n, scale: 8 });
    expect(decimal(2e21)).toEqual({ units: 2n * 10n ** 21n, scale: 0 });
  });

  it('refuses values that are not finite or too large to be exact', () => {
    expect(() => decimal(Number.NaN)).toThrow(RangeError);
    expect(() => decimal(Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => roundHalfUp(decimal(1e16), 0)).toThrow(RangeError);
  });

  it('adds and subtracts exactly', () => {
    expect(roundHalfUp(add(decimal(0.1), decimal(0.2)), 2)).toBe(0.3);
    expect(roundHalfUp(subtract(decimal(0.3), decimal(0.1)), 2)).toBe(0.2);
  });

  it('agrees with whole-number arithmetic on hundredths', () => {
    const hundredths = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(hundredths, hundredths, (a, b) => {
        const product = roundHalfUp(multiply(decimal(a / 100), decimal(b / 100)), 0);
        expect(BigInt(product)).toBe((BigInt(a) * BigInt(b) + 5_000n) / 10_000n);
      }),
    );
  });
});
