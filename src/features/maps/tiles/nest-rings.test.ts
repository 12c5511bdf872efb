import { describe, expect, it } from 'vitest';
import { nestRings } from './nest-rings.ts';

const square = (x: number, y: number, side: number) =>
  Float64Array.of(x, y, x + side, y, x + side, y + side, x, y + side, x, y);

describe('the rings of an area', () => {
  const [island, lake, mainland, other] = [
    square(4, 4, 1),
    square(3, 3, 4),
    square(0, 0, 10),
    square(20, 0, 2),
  ];

  it('are polygons with their holes, in whatever order they come', () => {
    expect(nestRings([island, lake, mainland, other])).toEqual([[mainland, lake], [other], [island]]);
  });

  it('are one polygon if there is one ring', () => {
    expect(nestRings([lake])).toEqual([[lake]]);
  });
});
