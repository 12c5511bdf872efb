import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadUsPlaces } from '../../../integrations/geocoder/us-places.ts';
import { GroundTiles } from './ground-tiles.ts';
import { TILE_FORMAT } from './tile-layers.ts';

describe('the tiles of the bundled data', () => {
  it('change only together with the format in their URL, because clients cache them for a year', async () => {
    const ground = await GroundTiles.load(await loadUsPlaces());
    const hash = createHash('sha256');
    for (const address of [
      { z: 3, x: 2, y: 3 },
      { z: 7, x: 36, y: 48 },
      { z: 11, x: 588, y: 780 },
    ])
      hash.update(ground.tile(address));
    expect([TILE_FORMAT, hash.digest('hex').slice(0, 16)]).toEqual([1, '89f6dd6fef43574e']);
  });
});
