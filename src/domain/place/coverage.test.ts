import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Coverage, covers, type Position, type Ring, surface } from './coverage.ts';

const square = (west: number, south: number, side: number): Ring => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

const withHole: Coverage = { type: 'Polygon', coordinates: [square(0, 0, 10), square(4, 4, 2)] };
const islands: Coverage = { type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(5, 5, 1)]] };

describe('coverage', () => {
  it('everywhere includes every point', () => {
    expect(covers('everywhere', [-179.9, -89])).toBe(true);
  });

  it('excludes the inside of a hole but not its boundary', () => {
    expect(covers(withHole, [1, 1])).toBe(true);
    expect(covers(withHole, [5, 5])).toBe(false);
    expect(covers(withHole, [4, 5])).toBe(true);
    expect(covers(withHole, [6, 6])).toBe(true);
  });

  it('includes corners and edges, and excludes points just beyond', () => {
    for (const corner of square(0, 0, 10)) expect(covers(withHole, corner)).toBe(true);
    expect(covers(withHole, [10, 3.3])).toBe(true);
    expect(covers(withHole, [10.000001, 3.3])).toBe(false);
    expect(covers(withHole, [-1, 0])).toBe(false);
    expect(covers(withHole, [11, 10])).toBe(false);
  });

  it('includes points on a slanted edge', () => {
    const triangle: Coverage = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [7, 3],
          [0, 3],
          [0, 0],
        ],
      ],
    };
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (t) => {
        expect(covers(triangle, [7 * t, 3 * t])).toBe(true);
      }),
    );
  });

  it('includes a point in any of several polygons', () => {
    expect(covers(islands, [0.5, 0.5])).toBe(true);
    expect(covers(islands, [5.5, 5.5])).toBe(true);
    expect(covers(islands, [3, 3])).toBe(false);
  });

  it('handles concave shapes in both winding directions', () => {
    const arrow: Position[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [5, 4],
      [0, 10],
      [0, 0],
    ];
    for (const ring of [arrow, [...arrow].reverse()]) {
      const coverage: Coverage = { type: 'Polygon', coordinates: [ring] };
      expect(covers(coverage, [5, 3])).toBe(true);
      expect(covers(coverage, [5, 6])).toBe(false);
      expect(covers(coverage, [1, 8])).toBe(true);
    }
  });

  it('agrees with plain comparison for rectangles', () => {
    const box: Coverage = { type: 'Polygon', coordinates: [square(-3, -3, 6)] };
    const coordinate = fc.double({ min: -6, max: 6, noNaN: true });
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        fc.pre([x, y].every((c) => Math.abs(Math.abs(c) - 3) > 1e-6));
        expect(covers(box, [x, y])).toBe(Math.abs(x) < 3 && Math.abs(y) < 3);
      }),
    );
  });

  it('has a smaller surface for a smaller area', () => {
    expect(surface(withHole)).toBe(96);
    expect(surface(islands)).toBe(2);
    expect(surface('everywhere')).toBe(Number.POSITIVE_INFINITY);
  });
});
