// isValidPlacement is the final check of every placement: it must detect each kind of invalid placement.
import { describe, expect, it } from 'vitest';
import { isValidPlacement, type PlacedBox, type Space, type Triple } from './box-geometry.ts';

const space: Space = { size: [10, 10, 10], blocked: [{ at: [0, 0, 0], size: [1, 1, 10] }] };
const boxes: Triple[] = [
  [2, 3, 4],
  [5, 5, 5],
];
const good: PlacedBox[] = [
  { at: [1, 0, 0], size: [4, 2, 3] },
  { at: [5, 0, 0], size: [5, 5, 5] },
];

describe('a placement', () => {
  it('is valid if every box is present, inside, only rotated, and overlaps neither another box nor an obstacle', () => {
    expect(isValidPlacement(space, boxes, good)).toBe(true);
  });

  it.each([
    ['overlaps another box', { at: [4, 0, 0], size: [5, 5, 5] }],
    ['sticks out of the far side', { at: [6, 0, 0], size: [5, 5, 5] }],
    ['sticks out of the near side', { at: [5, 0, -1], size: [5, 5, 5] }],
    ['overlaps an obstacle', { at: [0, 0, 5], size: [5, 5, 5] }],
    ['has another size', { at: [5, 0, 0], size: [5, 5, 4] }],
    ['has no position', { at: [5, Number.NaN, 0], size: [5, 5, 5] }],
  ] as const)('is invalid if a box %s', (_, wrong) => {
    expect(isValidPlacement(space, boxes, [...good.slice(0, 1), wrong])).toBe(false);
  });

  it('is invalid if a box is missing', () => {
    expect(isValidPlacement(space, boxes, good.slice(0, 1))).toBe(false);
  });
});
