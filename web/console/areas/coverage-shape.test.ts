// Unit tests of the polygons of an area.
import { describe, expect, it, test } from 'vitest';
import {
  coverageOf,
  deletePoint,
  deleteRing,
  insertAfter,
  limited,
  movePoint,
  type Polygon,
  pathsOf,
  pointsToShow,
  problemsOf,
  type Shape,
  shapeOf,
} from './coverage-shape.ts';

const square: Shape = [
  [
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ],
  ],
];
const at = (vertex: number, polygon = 0, ring = 0) => ({ polygon, ring, vertex });

describe('the shape of a coverage', () => {
  it('keeps the stored format, with holes and several polygons', () => {
    const ring = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 0],
    ];
    const polygon = { type: 'Polygon', coordinates: [ring, ring] };
    const several = { type: 'MultiPolygon', coordinates: [[ring], [ring]] };
    for (const coverage of [polygon, several]) expect(coverageOf(shapeOf(coverage) ?? [])).toEqual(coverage);
  });

  it.each(['everywhere', null, 7, { type: 'Point', coordinates: [0, 0] }, { type: 'Polygon' }])(
    'is not read from %j',
    (coverage) => {
      expect(shapeOf(coverage)).toBeNull();
    },
  );

  it('changes one point at a time', () => {
    expect(movePoint(square, at(1), [3.000_000_44, 1])[0]?.[0]?.[1]).toEqual([3, 1]);
    expect(insertAfter(square, at(3))[0]?.[0]?.[4]).toEqual([0, 1]);
    expect(deletePoint(square, at(0))[0]?.[0]).toHaveLength(3);
    expect(deleteRing([...square, ...square], at(0, 1))).toEqual(square);
    expect(limited([200, -99])).toEqual([180, -85]);
    expect(pathsOf(square)).toHaveLength(4);
  });

  it('is shown as a whole, or its widest polygon if it spans the world', () => {
    const moved = (by: number): Polygon => [
      [
        [by, 0],
        [by + 5, 0],
        [by, 5],
      ],
    ];
    expect(pointsToShow([moved(-80), moved(60)])).toHaveLength(6);
    expect(pointsToShow([moved(-170), ...square, moved(144)])).toEqual(moved(-170)[0]);
    expect(pointsToShow([])).toEqual([]);
  });
});

const ring = (...points: readonly (readonly [number, number])[]): Shape => [[points]];

test.each([
  ['nothing', [], 'Draw at least one polygon, or choose "Everywhere".'],
  ['two points', ring([0, 0], [1, 1]), 'Polygon 1 has 2 of at least 3 points. Add points or delete it.'],
  [
    'crossing edges',
    ring([0, 0], [2, 2], [2, 0], [0, 2]),
    'Polygon 1: the edge from point 1 to point 2 crosses the edge from point 3 to point 4. Move or delete one of these points so that no edges cross.',
  ],
  [
    'a point on another edge',
    ring([0, 0], [4, 0], [4, 4], [2, 0], [0, 4]),
    'Polygon 1: the edge from point 1 to point 2 crosses the edge from point 4 to point 5. Move or delete one of these points so that no edges cross.',
  ],
  [
    'the same point twice',
    ring([0, 0], [1, 0], [1, 0], [0, 1]),
    'Polygon 1: points 2 and 3 are at the same place. Delete one of them.',
  ],
  [
    'a point outside the map',
    ring([0, 0], [1, 0], [0, 86]),
    'Polygon 1: point 3 is outside the map. Move it to a longitude from -180 to 180 and a latitude from -85 to 85.',
  ],
] as const)('explains %s', (_, shape, message) => {
  expect(problemsOf(shape)).toEqual([message]);
});

test('accepts simple polygons, also large ones, without comparing all pairs of edges', () => {
  expect(problemsOf(square)).toEqual([]);
  const round = Array.from({ length: 20_000 }, (_, index): readonly [number, number] => {
    const angle = (index / 20_000) * 2 * Math.PI;
    return [Math.cos(angle) * 50, Math.sin(angle) * 50];
  });
  expect(problemsOf([[round]])).toEqual([]);
});
