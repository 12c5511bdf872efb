import { geoJSONToTile } from '@maplibre/geojson-vt';
import { describe, expect, it } from 'vitest';
import { cutInside, type Geometry } from './cut-inside.ts';
import { EXTENT, MAX_ZOOM } from './tile-layers.ts';

const address = { z: MAX_ZOOM, x: 4705, y: 6246 };
const square = (west: number, south: number, side: number): [number, number][] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
const courtyard = square(-76.613, 39.262, 0.0004);

describe('a feature within one tile', () => {
  const features: readonly (readonly [string, Geometry])[] = [
    ['a point', { type: 'Point', coordinates: [-76.6131, 39.262] }],
    ['a line', { type: 'LineString', coordinates: square(-76.6134, 39.2618, 0.001).slice(0, 3) }],
    [
      'a building with a courtyard, and another part',
      {
        type: 'MultiPolygon',
        coordinates: [
          [square(-76.6134, 39.2618, 0.001), courtyard],
          [square(-76.6114, 39.2618, 0.0003).toReversed()],
        ],
      },
    ],
  ];
  it.each(features)('is cut as the general cutter does: %s', (_name, geometry) => {
    const options = { maxZoom: MAX_ZOOM, extent: EXTENT, buffer: 128, tolerance: 6, clip: true };
    const feature = { type: 'Feature', properties: {}, geometry } as const;
    const [general] = geoJSONToTile(feature, address.z, address.x, address.y, options).features;
    const { type, lines } = cutInside(geometry, address);
    expect({ type, geometry: type === 1 ? lines[0] : lines }).toEqual({
      type: general?.type,
      geometry: general?.geometry,
    });
  });
});
