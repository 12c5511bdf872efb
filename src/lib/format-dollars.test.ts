import { describe, expect, it } from 'vitest';
import { dollars, formatDecimalDollars } from './format-dollars.ts';

describe('formatting cents as dollars', () => {
  it.each([
    [0, '0.00', '$0.00'],
    [5, '0.05', '$0.05'],
    [-5, '-0.05', '-$0.05'],
    [99_999, '999.99', '$999.99'],
    [100_000, '1000.00', '$1,000.00'],
    [-123_456_789, '-1234567.89', '-$1,234,567.89'],
  ])('%i is %s and %s', (cents, plain, shown) => {
    expect([formatDecimalDollars(cents), dollars(cents)]).toEqual([plain, shown]);
  });
});
