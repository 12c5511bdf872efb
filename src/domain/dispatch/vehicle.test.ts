// Vehicle data: each hold fits inside the next, so that a larger vehicle never takes less.
import { describe, expect, it } from 'vitest';
import type { Space } from './box-geometry.ts';
import { vehicleHolds } from './vehicle.ts';

describe('the vehicles', () => {
  it.each(
    vehicleHolds.slice(1).map((hold, index) => [hold.product, hold, vehicleHolds[index] ?? hold] as const),
  )('a %s takes at least what the next smaller one takes', (_, larger, smaller) => {
    expect(larger.payloadPounds).toBeGreaterThanOrEqual(smaller.payloadPounds);
    expect(larger.crewSize).toBeGreaterThanOrEqual(smaller.crewSize);
    expect(firstGap(smaller.spaceInches, larger.spaceInches)).toBeNull();
  });

  it('lite has a crew of one, all others of two', () => {
    expect(vehicleHolds.map(({ product, crewSize }) => [product, crewSize])).toEqual([
      ['lite', 1],
      ['pickup', 2],
      ['van', 2],
      ['xl', 2],
      ['box', 2],
    ]);
  });
});

/**
 * The center of the first cubic inch that is free in the smaller hold but not in the larger, centered at the rear
 * door.
 */
function firstGap(smaller: Space, larger: Space): readonly number[] | null {
  const aside = (larger.size[0] - smaller.size[0]) / 2;
  for (let x = 0.5; x < smaller.size[0]; x += 1) {
    for (let y = 0.5; y < smaller.size[1]; y += 1) {
      for (let z = 0.5; z < smaller.size[2]; z += 1) {
        if (isFree(smaller, [x, y, z]) && !isFree(larger, [x + aside, y, z])) return [x, y, z];
      }
    }
  }
  return null;
}

function isFree({ size, blocked }: Space, point: readonly [number, number, number]): boolean {
  const within = (from: number, length: number, value: number) => value > from && value < from + length;
  const inside = ([0, 1, 2] as const).every((axis) => within(0, size[axis], point[axis]));
  const inBlock = blocked.some((box) =>
    ([0, 1, 2] as const).every((axis) => within(box.at[axis], box.size[axis], point[axis])),
  );
  return inside && !inBlock;
}
