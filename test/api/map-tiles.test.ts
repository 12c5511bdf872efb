// The base map: vector tiles, as browsers load them.
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRegions } from '../../src/features/maps/system/check-maps.ts';
import { tileKey } from '../../src/features/maps/tiles/tile-grid.ts';
import { readTile } from '../../web/ui/map/tile-reader.ts';
import { expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { adminOf, importRegion, removeRegion } from '../support/import-region.ts';
import { townExtract } from '../support/map-town.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { rawExchange } from '../support/raw-http.ts';

describe('the base map', () => {
  let test: TestApp;
  let template: string;
  const urlOf = ({ z, x, y }: { z: number | string; x: number | string; y: number | string }) =>
    template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
  const load = (path: string, init: RequestInit = {}) =>
    fetch(test.baseUrl + path, { redirect: 'manual', ...init });
  /** At zoom 7: Maryland and its surroundings. */
  const maryland = { z: 7, x: 36, y: 48 };

  /** At zoom 14: the harbour of Baltimore, where the artificial town is. */
  const harbour = { z: 14, x: 4705, y: 6246 };
  const layersOf = async (response: Response) =>
    new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer()))).layers;
  /** The reader of the pages finds the same as the library. */
  const expectSameReading = async (path: string) => {
    const bytes = new Uint8Array(await (await load(path)).arrayBuffer());
    const { layers } = new VectorTile(new PbfReader(bytes));
    const read = readTile(bytes);
    expect(read.map(({ name }) => name)).toEqual(Object.keys(layers));
    for (const { name, extent, features } of read) {
      const layer = layers[name];
      expect([extent, features.length]).toEqual([layer?.extent, layer?.length]);
      for (const [index, { type, properties, lines }] of features.entries()) {
        const feature = layer?.feature(index);
        expect([type, properties]).toEqual([feature?.type, { ...feature?.properties }]);
        const rings = feature?.loadGeometry().map((ring) => ring.map(({ x, y }) => ({ x, y })));
        // The library repeats the first point of a ring.
        expect(lines).toEqual(type === 3 ? rings?.map((ring) => ring.slice(0, -1)) : rings);
      }
    }
  };
  const namesIn = (layer: VectorTileLayer | undefined) =>
    Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index).properties['name']);
  const nameOfLayer = (bytes: Uint8Array) =>
    new PbfReader(bytes).readFields<{ name: string }>(
      (field, layer, pbf) => {
        if (field === 1) layer.name = pbf.readString();
      },
      { name: '' },
    ).name;

  async function currentMap() {
    const operator = await OperatorClient.enter(test, 'viewer');
    return (await operator.get('/map')).body.map;
  }

  beforeAll(async () => {
    test = await startTestApp();
    template = (await currentMap()).url;
  });
  afterAll(() => test.close());

  it('shows states and places of the bundled data without an import', async () => {
    expect(await currentMap()).toEqual({ kind: 'vector', url: template, attribution: '© GeoNames' });
    const response = await load(urlOf(maryland));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
    expect(response.headers.get('set-cookie')).toBeNull();
    const layers = await layersOf(response);
    expect(Object.keys(layers).sort()).toEqual(['boundary', 'ground', 'outside', 'place']);
    expect(namesIn(layers['place'])).toContain('Baltimore');
    await expectSameReading(urlOf(maryland));
  });

  it('is cached for a year, and revalidated by its strong entity tag', async () => {
    const packed = await load(urlOf(maryland), { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(packed.headers.get('vary')).toBe('accept-encoding');
    const tag = packed.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const plain = await load(urlOf(maryland), { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    // Other bytes, so another tag; the content is the same.
    expect(plain.headers.get('etag')).not.toBe(tag);
    expect(await plain.arrayBuffer()).toEqual(await packed.arrayBuffer());
    const again = await load(urlOf(maryland), {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': tag },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await load(urlOf(maryland), { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
  });

  it('refuses tiles outside the grid, and names the parameter', async () => {
    const refusals = [
      [{ z: 15, x: 0, y: 0 }, 'z', 'z must be at most 14.'],
      [{ z: 'a', x: 0, y: 0 }, 'z', 'z must be a whole number from 0, such as 0 or 12.'],
      [{ z: 3, x: 8, y: 0 }, 'x', 'x must be at most 7 at zoom 3.'],
      [{ z: 3, x: 0, y: 9 }, 'y', 'y must be at most 7 at zoom 3.'],
      [{ z: 3, x: 0, y: '-1' }, 'y', 'y must be a whole number from 0, such as 0 or 12.'],
    ] as const;
    for (const [address, param, message] of refusals) {
      const answer = await test.anonymous.get(urlOf(address));
      expectProblem(answer, 400, { code: 'invalid_parameter', param });
      expect(answer.body.message).toBe(message);
    }
  });

  it('shows the streets of a region, with a new version in the URL, in every process', async () => {
    const other = await startTestApp({ sharing: test });
    try {
      const before = template;
      await importRegion(test, townExtract());
      // The other process has not seen the switch, or has: both know the new version when it is asked for.
      const { url, attribution } = await currentMap();
      expect(attribution).toBe('© OpenStreetMap contributors, © GeoNames');
      expect(url).not.toBe(before);
      template = url;
      for (const { baseUrl } of [test, other]) {
        const town = await fetch(baseUrl + urlOf(harbour), { redirect: 'manual' });
        expect(town.status).toBe(200);
        const layers = await layersOf(town);
        expect(namesIn(layers['road'])).toContain('Light Street');
        expect(Object.keys(layers)).not.toContain('ground');
        // The region covers only a part of this tile.
        const around = await layersOf(await fetch(baseUrl + urlOf({ z: 12, x: 1176, y: 1561 })));
        expect(namesIn(around['road'])).toContain('Light Street');
        expect(namesIn(around['place']).length).toBeGreaterThan(0);
        // State outlines are too coarse next to streets.
        expect(Object.keys(around)).not.toContain('outside');
      }
      await expectSameReading(urlOf(harbour));
      const stale = await load(before.replace('{z}/{x}/{y}', '14/4705/6246'));
      expect([stale.status, stale.headers.get('location')]).toEqual([307, urlOf(harbour)]);
      expect(stale.headers.get('cache-control')).toBe('no-store');
      // Zoomed out, there are no streets.
      expect(Object.keys(await layersOf(await load(urlOf({ z: 5, x: 9, y: 12 }))))).not.toContain('road');

      const deleted = template;
      await removeRegion(test);
      const gone = await load(deleted.replace('{z}/{x}/{y}', '14/4705/6246'));
      expect([gone.status, gone.headers.get('location')]).toEqual([
        307,
        before.replace('{z}/{x}/{y}', '14/4705/6246'),
      ]);
      template = before;
      expect(Object.keys(await layersOf(await load(urlOf(harbour))))).not.toContain('road');
    } finally {
      await other.close();
    }
  });

  it('joins the streets of regions that meet, in layers of their own name', async () => {
    await importRegion(test, townExtract(), 'west');
    await importRegion(test, townExtract({ extraHouses: [], extraStreets: 40 }), 'east');
    template = (await currentMap()).url;
    const response = await load(urlOf(harbour));
    const bytes = new Uint8Array(await response.arrayBuffer());
    const names = new PbfReader(bytes).readFields<string[]>((field, found, pbf) => {
      if (field === 3) found.push(nameOfLayer(pbf.readBytes()));
    }, []);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    const { layers } = new VectorTile(new PbfReader(bytes));
    // Both regions contain Light Street.
    const streets = namesIn(layers['road']).filter((name) => name === 'Light Street');
    expect(streets).toHaveLength(2);
    await removeRegion(test, 'west');
    await removeRegion(test, 'east');
    template = (await currentMap()).url;
  });

  it('has a gap where a tile is damaged, which the check of the maps names', async () => {
    await importRegion(test, townExtract());
    template = (await currentMap()).url;
    expect((await checkRegions(adminOf(test)))[0]?.faults).toEqual([]);
    // The region covers the first tile, and a part of the second one.
    const edge = { z: 12, x: 1176, y: 1561 };
    await queryAsOwner(
      test.connection,
      "update map_tile set data = overlay(data placing '\\x000000' from 12) where tile = any ($1)",
      [[tileKey(harbour), tileKey(edge)]],
    );
    expect((await checkRegions(adminOf(test)))[0]?.faults).toEqual([
      expect.stringMatching(
        /^2 of \d+ map tiles are damaged \(12\/1176\/1561, 14\/4705\/6246\)\. Import the region again\.$/,
      ),
    ]);
    const around = await load(urlOf(edge));
    expect(around.status).toBe(200);
    expect(Object.keys(await layersOf(around))).toContain('place');
    // Next to it, nothing has changed.
    expect((await load(urlOf({ ...harbour, x: harbour.x - 1 }))).status).toBe(200);
    await removeRegion(test);
    template = (await currentMap()).url;
  });

  it('is not served as empty while a process has not noticed that its version was dropped', async () => {
    await importRegion(test, townExtract());
    template = (await currentMap()).url;
    expect((await load(urlOf(harbour))).status).toBe(200);
    // Without the notification that a removal sends.
    await queryAsOwner(test.connection, 'delete from map_region');
    await queryAsOwner(test.connection, 'select drop_map_version(id) from map_version');
    const dropped = await load(urlOf(harbour));
    expect([dropped.status, dropped.headers.get('cache-control')]).toEqual([307, 'no-store']);
    template = (await currentMap()).url;
    expect(dropped.headers.get('location')).toBe(urlOf(harbour));
  });

  it('redirects other versions to the current one, without caching, and knows no other names', async () => {
    const stale = await load('/maps/0123456789abcdef/7/36/48');
    expect([stale.status, stale.headers.get('location')]).toEqual([307, urlOf(maryland)]);
    expect(stale.headers.get('cache-control')).toBe('no-store');
    const unknown = await test.anonymous.get('/maps/latest/7/36/48');
    expectProblem(unknown, 404, { code: 'not_found' });
  });

  it('is limited to 6,000 tiles a minute for one address', async () => {
    // Unknown versions count as well, and cost the least.
    const request = 'GET /maps/latest/7/36/48 HTTP/1.1\r\nhost: localhost\r\n\r\n';
    let last: Response | undefined;
    for (let sent = 0; sent < 6_000 && last?.status !== 429; sent += 100) {
      await rawExchange(test.baseUrl, { parts: [request.repeat(100)], answers: 100 });
      last = await load(urlOf(maryland));
    }
    expect(last?.status).toBe(429);
    const refused = await test.anonymous.get(urlOf(maryland));
    expectProblem(refused, 429, { code: 'rate_limit_exceeded' });
    expect(refused.body.message).toBe('Too many map tiles were requested from this address. Wait a minute.');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });
});
