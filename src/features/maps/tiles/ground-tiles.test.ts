import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadUsPlaces } from '../../../integrations/geocoder/us-places.ts';
import { borderLines, GroundTiles } from './ground-tiles.ts';
import { TILE_FORMAT } from './tile-layers.ts';

describe('the tiles of the bundled data', () => {
  it('have a border of two states once', () => {
    // Two squares side by side; the right one turns the other way.
    const left = Float64Array.of(0, 0, 1, 0, 1, 1, 0, 1, 0, 0);
    const right = Float64Array.of(1, 0, 1, 1, 2, 1, 2, 0, 1, 0);
    expect(borderLines([left, right]).map((line) => [...line])).toEqual([
      [...left],
      [1, 1, 2, 1, 2, 0, 1, 0],
    ]);
  });

  it('change only together with the format in their URL, because clients cache them for a year', async () => {
    const ground = await GroundTiles.load(await loadUsPlaces());
    const hash = createHash('sha256');
    for (const address of [
      { z: 3, x: 2, y: 3 },
      { z: 7, x: 36, y: 48 },
      { z: 11, x: 588, y: 780 },
    ])
      hash.update(ground.tile(address));
    expect([TILE_FORMAT, hash.digest('hex').slice(0, 16)]).toEqual([2, '2c9d172a67d2c42d']);
  });
});
