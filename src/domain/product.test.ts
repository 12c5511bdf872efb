import { describe, expect, it } from 'vitest';
import { compareProducts, isProduct, PRODUCT_FACTS, PRODUCTS, VEHICLE_TYPES } from './product.ts';

describe('products', () => {
  it('are known by name only', () => {
    expect(isProduct('van')).toBe(true);
    expect(isProduct('VAN')).toBe(false);
    expect(isProduct('toString')).toBe(false);
    expect(isProduct(undefined)).toBe(false);
  });

  it('sort from the smallest to the largest', () => {
    expect([...PRODUCTS].reverse().sort(compareProducts)).toEqual(['lite', 'pickup', 'van', 'xl', 'box']);
  });

  it('send one crew member for lite and two for everything else', () => {
    expect(PRODUCTS.map((product) => PRODUCT_FACTS[product].crewSize)).toEqual([1, 2, 2, 2, 2]);
  });

  it('find a use for every vehicle type', () => {
    const used = new Set(PRODUCTS.flatMap((product) => PRODUCT_FACTS[product].vehicleTypes));
    expect([...used]).toEqual([...VEHICLE_TYPES]);
  });
});
