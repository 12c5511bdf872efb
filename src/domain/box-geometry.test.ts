// isSound is the final check of every placement: it must detect each kind of invalid placement.
import { describe, expect, it } from 'vitest';
import { isSound, type PlacedBox, type Space, type Triple } from './box-geometry.ts';

const space: Space = { size: [10, 10, 10], blocked: [{ at: [0, 0, 0], size: [1, 1, 10] }] };
const boxes: Triple[] = [
  [2, 3, 4],
  [5, 5, 5],
];
const good: PlacedBox[] = [
  { at: [1, 0, 0], size: [4, 2, 3] },
  { at: [5, 0, 0], size: [5, 5, 5] },
];

describe('an arrangement', () => {
  it('is sound when every box is there, inside, turned at most, and clear of the others and of what is built in', () => {
    expect(isSound(space, boxes, good)).toBe(true);
  });

  it.each([
    ['overlaps another box', { at: [4, 0, 0], size: [5, 5, 5] }],
    ['sticks out of the far side', { at: [6, 0, 0], size: [5, 5, 5] }],
    ['sticks out of the near side', { at: [5, 0, -1], size: [5, 5, 5] }],
    ['stands in what is built in', { at: [0, 0, 5], size: [5, 5, 5] }],
    ['has been squeezed', { at: [5, 0, 0], size: [5, 5, 4] }],
    ['is nowhere', { at: [5, Number.NaN, 0], size: [5, 5, 5] }],
  ] as const)('is refused when a box %s', (_, wrong) => {
    expect(isSound(space, boxes, [...good.slice(0, 1), wrong])).toBe(false);
  });

  it('is refused when a box was left behind', () => {
    expect(isSound(space, boxes, good.slice(0, 1))).toBe(false);
  });
});
