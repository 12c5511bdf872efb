import { describe, expect, it } from 'vitest';
import { compareProducts, isProduct, PRODUCT_SPECS, PRODUCTS, VEHICLE_TYPES } from './product.ts';

describe('products', () => {
  it('are recognized by their exact name', () => {
    expect(isProduct('van')).toBe(true);
    expect(isProduct('VAN')).toBe(false);
    expect(isProduct('toString')).toBe(false);
    expect(isProduct(undefined)).toBe(false);
  });

  it('sort from smallest to largest', () => {
    expect([...PRODUCTS].reverse().sort(compareProducts)).toEqual(['lite', 'pickup', 'van', 'xl', 'box']);
  });

  it('have one crew member for lite and two for all others', () => {
    expect(PRODUCTS.map((product) => PRODUCT_SPECS[product].crewSize)).toEqual([1, 2, 2, 2, 2]);
  });

  it('use every vehicle type', () => {
    const used = new Set(PRODUCTS.flatMap((product) => PRODUCT_SPECS[product].vehicleTypes));
    expect([...used]).toEqual([...VEHICLE_TYPES]);
  });
});
