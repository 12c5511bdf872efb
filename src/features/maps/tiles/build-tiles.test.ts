import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { osmExtract } from '../../../../test/support/osm-extract.ts';
import { buildTiles } from './build-tiles.ts';
import type { TileArchive } from './tile-archive.ts';
import { type TileAddress, tileKey, tileOfKey, tilesIn, unitBoxOf } from './tile-grid.ts';

const bounds = { west: -76.62, south: 39.27, east: -76.58, north: 39.3 };
const [west, east] = [-76.61, -76.59];

const town = osmExtract(
  {
    nodes: [
      { id: 1, longitude: west, latitude: 39.28 },
      { id: 2, longitude: east, latitude: 39.28 },
      { id: 3, longitude: east, latitude: 39.29 },
      { id: 4, longitude: west, latitude: 39.29 },
      { id: 5, longitude: -76.6, latitude: 39.2795, tags: { place: 'suburb', name: 'Fells Point' } },
      { id: 6, longitude: -76.63, latitude: 39.275 },
      { id: 7, longitude: -76.57, latitude: 39.275 },
    ],
    ways: [
      { id: 1, nodeIds: [1, 2], tags: { highway: 'residential', name: 'Thames Street' } },
      { id: 2, nodeIds: [1, 2, 3, 4, 1], tags: { leisure: 'park' } },
      { id: 3, nodeIds: [6, 7], tags: { natural: 'coastline' } },
      { id: 4, nodeIds: [3, 4], tags: { power: 'line' } },
    ],
  },
  { bounds },
);

describe('the tiles of a region', () => {
  let folder: string;
  let archive: TileArchive;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-tiles-'));
    writeFileSync(join(folder, 'town.osm.pbf'), town);
    archive = await buildTiles({ source: join(folder, 'town.osm.pbf'), folder });
  });
  afterAll(() => {
    archive?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const tileAt = (address: TileAddress) =>
    [...archive.batches()].flat().find(({ key }) => key === tileKey(address))?.data;

  /** Layers of the tile that contains the middle of the town. */
  function layersAt(z: number) {
    const [address] = tilesIn(unitBoxOf([Float64Array.of(-76.6, 39.2795)]), z, 0);
    const bytes = address && tileAt(address);
    return bytes ? new VectorTile(new PbfReader(gunzipSync(bytes))).layers : {};
  }

  it('have layers from the zoom on that shows them', () => {
    const deep = layersAt(14);
    expect(Object.keys(deep).sort()).toEqual(['land', 'place', 'road', 'water']);
    expect(deep['road']?.feature(0).properties).toEqual({ kind: 'street', name: 'Thames Street' });
    expect(deep['land']?.feature(0).properties).toEqual({ kind: 'green' });
    expect(deep['place']?.feature(0).properties).toMatchObject({ name: 'Fells Point', kind: 'suburb' });
    expect(Object.keys(layersAt(8))).toEqual(['land', 'water']);
  });

  it('begin at the zoom from which they are served', async () => {
    const source = join(folder, 'coast.osm.pbf');
    const nodes = [-77, -75].map((longitude, index) => ({ id: index + 1, longitude, latitude: 39 }));
    writeFileSync(
      source,
      osmExtract(
        { nodes, ways: [{ id: 1, nodeIds: [1, 2], tags: { natural: 'coastline' } }] },
        { bounds: { west: -76.1, south: 38.95, east: -75.95, north: 39.05 } },
      ),
    );
    const sea = await buildTiles({ source, folder });
    const zooms = [...sea.batches()].flat().map(({ key }) => tileOfKey(key).z);
    sea.close();
    rmSync(source);
    expect(Math.min(...zooms)).toBe(6);
  });

  it('have no tile where nothing is drawn', () => {
    expect(tileAt({ z: 14, x: 0, y: 0 })).toBeUndefined();
  });

  it('leave no temporary file', () => {
    expect(readdirSync(folder).sort()).toEqual(['town.osm.pbf']);
  });

  it('stop when they are aborted, without a temporary file', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    const build = buildTiles({ source: join(folder, 'town.osm.pbf'), folder, signal });
    await expect(build).rejects.toThrow('stop');
    expect(readdirSync(folder).sort()).toEqual(['town.osm.pbf']);
  });
});
