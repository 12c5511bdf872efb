// The base map: vector tiles, as browsers load them.
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { OperatorClient } from '../support/operator-client.ts';

describe('the base map', () => {
  let test: TestApp;
  let template: string;
  const urlOf = ({ z, x, y }: { z: number | string; x: number | string; y: number | string }) =>
    template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
  const load = (path: string, init: RequestInit = {}) =>
    fetch(test.baseUrl + path, { redirect: 'manual', ...init });
  /** At zoom 7: Maryland and its surroundings. */
  const maryland = { z: 7, x: 36, y: 48 };

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
    const { layers } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())));
    expect(Object.keys(layers).sort()).toEqual(['boundary', 'ground', 'place']);
    const names = Array.from(
      { length: layers['place']?.length ?? 0 },
      (_, index) => layers['place']?.feature(index).properties['name'],
    );
    expect(names).toContain('Baltimore');
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

  it('redirects other versions to the current one, without caching, and knows no other names', async () => {
    const stale = await load('/maps/0123456789abcdef/7/36/48');
    expect([stale.status, stale.headers.get('location')]).toEqual([307, urlOf(maryland)]);
    expect(stale.headers.get('cache-control')).toBe('no-store');
    const unknown = await test.anonymous.get('/maps/latest/7/36/48');
    expectProblem(unknown, 404, { code: 'not_found' });
  });
});
