// `waybill maps` beside a running server: imports are killed at random moments and repeated; the server answers from a
// complete version all the time, and nothing remains of the killed imports.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineRoot, pinnedEngineFolder } from '../../src/integrations/router/engine/engine-package.ts';
import type { ApiClient } from '../support/api-client.ts';
import { installedFolder, signInToSandbox } from '../support/installed-folder.ts';
import { townExtract } from '../support/map-town.ts';
import { osmExtract } from '../support/osm-extract.ts';
import { rounds } from '../support/scale.ts';
import { randomFrom } from '../support/seed.ts';
import { runWaybill, type ServerProcess, spawnWaybill, startServer } from '../support/server-process.ts';

const address = '77 Key Hwy, Baltimore, MD 21230';
const added = { number: '77', street: 'Key Highway', longitude: -76.617, latitude: 39.2651 };

describe('imports of map regions', async () => {
  const folder = await installedFolder();
  const variables = { DATA_DIR: folder.path };
  const file = join(folder.path, 'town-latest.osm.pbf');
  let server: ServerProcess;
  let partner: ApiClient;
  const waybill = (...args: string[]) => runWaybill(['maps', ...args], variables);
  const importTown = async (...args: string[]) => {
    const { code, stderr, stdout } = await waybill('import', file, ...args);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const locationType = async () =>
    (
      await partner.post('/quotes', {
        stops: [{ location: address }, { location: '1 Market St, Philadelphia, PA 19106' }],
        product: 'van',
      })
    ).body.origin.location_type;

  /** Names of the streets on the base map, at the harbour where the town is. */
  const streetsOnMap = async () => {
    // Any version is redirected to the current one.
    const response = await fetch(`${server.sandbox}/maps/0000000000000000/14/4705/6246`);
    expect(response.status).toBe(200);
    const { road } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer()))).layers;
    return Array.from({ length: road?.length ?? 0 }, (_, index) => road?.feature(index).properties['name']);
  };
  const scratchFiles = () => readdirSync(folder.path).filter((name) => name.startsWith('waybill-scratch-'));

  beforeAll(async () => {
    server = await startServer(variables);
    partner = await signInToSandbox(server.sandbox, folder.path);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  it('are used by the running server at once, in every environment', async () => {
    expect(await locationType()).toBe('postal_code');
    writeFileSync(file, townExtract({ extraHouses: [added] }));
    expect(await importTown()).toMatch(
      /^Imported town: 8 addresses, \d+ streets, 1 places, \d+ map tiles\. © OpenStreetMap/,
    );
    await expect.poll(locationType).toBe('street_address');
    expect(await streetsOnMap()).toContain('Light Street');
    const { data } = JSON.parse((await waybill('list', '--json')).stdout);
    expect(data).toMatchObject([
      { environment: 'production', name: 'town', counts: { addresses: 8 } },
      { environment: 'sandbox', name: 'town', counts: { addresses: 8 } },
    ]);
    const check = await waybill('check');
    expect(check).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^production: town: intact: 8 addresses, [5-9] looked up, \d+ map tiles/m,
      ),
    });
  });

  it('leave a complete version in use and nothing behind when they are killed', async () => {
    writeFileSync(file, townExtract({ extraStreets: 12_000 }));
    const random = randomFrom('map-imports');
    for (let round = 0; round < rounds(2, 20); round += 1) {
      const { child } = spawnWaybill(['maps', 'import', file], variables);
      const ended = new Promise((resolve) => child.once('close', resolve));
      await Promise.race([delay(300 + random() * 4_000), ended]);
      child.kill('SIGKILL');
      await ended;
      // The old version or the new one: each environment switches by itself.
      expect(['street_address', 'route']).toContain(await locationType());
      expect(await streetsOnMap()).toContain('Light Street');
    }
    const check = await waybill('check', '--json');
    expect(check.code, check.stdout).toBe(0);
    for (const { regions } of JSON.parse(check.stdout).data) {
      expect(regions).toMatchObject([{ region: 'town', faults: [] }]);
      expect([7, 8]).toContain(regions[0].addresses);
    }
    expect(JSON.parse((await waybill('check', '--json')).stdout).data).toMatchObject([
      { removed: [] },
      { removed: [] },
    ]);
    expect(scratchFiles()).toEqual([]);
    await importTown();
    await expect.poll(locationType).toBe('route');
  });

  it('refuse a second import of the region at the same time', async () => {
    const first = waybill('import', file, '-e', 'sandbox');
    const second = waybill('import', file, '-e', 'sandbox');
    const results = (await Promise.all([first, second])).toSorted((a, b) => (a.code ?? 0) - (b.code ?? 0));
    // Both succeed if the first one has finished before the second began.
    if (results[1]?.code !== 0)
      expect(results[1]).toMatchObject({
        code: 69,
        stderr: expect.stringContaining(
          'Another command imports or removes the map region "town" in sandbox',
        ),
      });
    expect(results[0]?.code).toBe(0);
  });

  it('refuse files that cannot be used, with a message that helps', async () => {
    const bad = join(folder.path, 'bad.osm.pbf');
    const refusal = async (bytes: Uint8Array, ...args: string[]) => {
      writeFileSync(bad, bytes);
      const { code, stderr } = await waybill('import', bad, ...args);
      return `${code}: ${stderr.trim()}`;
    };
    expect(await refusal(Buffer.from('<osm/>'))).toContain(
      '1: error: The file is not an OpenStreetMap extract',
    );
    expect(await refusal(townExtract().subarray(0, -50))).toContain(
      'the download is incomplete or was interrupted. Download it again.',
    );
    const untagged = { nodes: [{ id: 1, longitude: -76.6, latitude: 39.3 }] };
    expect(await refusal(osmExtract(untagged))).toBe(
      '1: error: The file contains no map data: no streets, addresses, places or areas. Download another extract.',
    );
    const inverted = { west: -76.5, south: 39.2, east: -76.7, north: 39.3 };
    expect(await refusal(osmExtract(untagged, { bounds: inverted }))).toContain(
      'The file is damaged: its bounds',
    );
    // Reported before the file is read: building tiles and addresses takes minutes.
    const engine = pinnedEngineFolder(engineRoot(folder.path));
    mkdirSync(engine, { recursive: true });
    expect(await refusal(townExtract().subarray(0, -50))).toContain('The routing engine cannot be used.');
    rmSync(engine, { recursive: true });
    const abroad = osmExtract({
      nodes: [{ id: 1, longitude: 9.5, latitude: 47.1, tags: { place: 'town', name: 'Vaduz' } }],
    });
    expect(await refusal(abroad)).toContain('outside the United States');
    expect(await refusal(townExtract(), '--name', 'A B')).toContain('2: error: ');
    expect((await waybill('import', `${bad}.missing`)).stderr).toContain('There is no file');
    expect((await waybill('import', join(folder.path, '東京.osm.pbf'))).stderr).toBe(
      'error: The file name gives no name for the region. Choose one with --name.\n',
    );
    const { data } = JSON.parse((await waybill('list', '--json')).stdout);
    expect(data).toHaveLength(2);
  });

  it('are undone by removing the region', async () => {
    expect(await waybill('remove', 'town')).toMatchObject({
      code: 0,
      stdout: 'Removed town from production and sandbox.\n',
    });
    await expect.poll(locationType).toBe('postal_code');
    expect(await streetsOnMap()).toEqual([]);
    expect(await waybill('remove', 'town')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no map region "town"'),
    });
    expect((await waybill('list')).stdout).toBe('None.\n');
  });
});
