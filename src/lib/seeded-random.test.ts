import { describe, expect, it } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const draw = (seed: number, stream?: number) => {
  const random = seededRandom(seed, stream);
  return Array.from({ length: 20 }, () => random.between(0, 999));
};

describe('seededRandom', () => {
  it('repeats the sequence of a seed and stream', () => {
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(draw(7, 1)).not.toEqual(draw(7, 2));
  });

  it('includes both bounds', () => {
    const random = seededRandom(1);
    const seen = new Set(Array.from({ length: 500 }, () => random.between(3, 6)));
    expect(seen).toEqual(new Set([3, 4, 5, 6]));
  });

  it('keeps all values when it shuffles', () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8];
    const other = seededRandom(3).shuffled(values);
    expect(other).not.toEqual(values);
    expect(other.toSorted((a, b) => a - b)).toEqual(values);
  });
});
