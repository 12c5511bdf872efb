import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HID_RANDOM_BYTES, hidFrom } from './hid.ts';

describe('a confirmation code', () => {
  it('has eight characters without ambiguous letters and vowels', () => {
    const bytes = fc.uint8Array({ minLength: HID_RANDOM_BYTES, maxLength: HID_RANDOM_BYTES });
    fc.assert(fc.property(bytes, (random) => /^[0-9B-DF-HJKMNP-TV-Z]{8}$/.test(hidFrom(random))));
  });

  it('is deterministic, and differs for other bytes', () => {
    const bytes = (last: number) => new Uint8Array(16).fill(0).with(15, last);
    expect(hidFrom(bytes(0))).toBe('00000000');
    expect(hidFrom(bytes(10))).toBe('B0000000');
    expect(hidFrom(bytes(31))).toBe('11000000');
  });

  it('uses every character about equally often', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 3_000; seed++) {
      const random = new Uint8Array(16).map((_, index) => (seed * 2_654_435_761 * (index + 1)) >>> 13);
      for (const character of hidFrom(random)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(30);
    for (const count of counts.values()) expect(count).toBeGreaterThan(600);
  });

  it('is refused for too few random bytes', () => {
    expect(() => hidFrom(new Uint8Array(8))).toThrow('requires 16 random bytes');
  });
});
