// Roads of an imported region: `waybill maps import` with the routing engine beside a running server.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimateTravel } from '../../src/domain/place/travel-estimate.ts';
import { engineRoot } from '../../src/integrations/router/engine/engine-package.ts';
import type { ApiClient } from '../support/api-client.ts';
import { findCachedEngine } from '../support/external-packages.ts';
import { installedFolder, signInToSandbox } from '../support/installed-folder.ts';
import { osmExtract } from '../support/osm-extract.ts';
import { rounds } from '../support/scale.ts';
import { randomFrom } from '../support/seed.ts';
import { runWaybill, type ServerProcess, spawnWaybill, startServer } from '../support/server-process.ts';
import { cornerOf, townsExtract } from '../support/street-grid.ts';

const town = { south: 37.75, west: -122.45, blocks: 12, firstId: 1 };
const [from, to] = [cornerOf(town, 1, 1), cornerOf(town, 9, 7)];
const cached = findCachedEngine();

describe.skipIf(cached === null)('roads of a map region', async () => {
  const folder = await installedFolder();
  const variables = { DATA_DIR: folder.path };
  const file = join(folder.path, 'town.osm.pbf');
  const build = join(folder.path, 'maps', 'build');
  let server: ServerProcess;
  let partner: ApiClient;
  const waybill = (...args: string[]) => runWaybill(['maps', ...args], variables);
  const importTown = async (path = file) => {
    const { code, stderr, stdout } = await waybill('import', path);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const quote = (end = to) =>
    partner.post('/quotes', {
      stops: [from, end].map(({ longitude, latitude }) => ({ location: [longitude, latitude] })),
      product: 'van',
    });
  const miles = async () => (await quote()).body.travel_distance;
  const estimate = estimateTravel([from, to]).miles;
  const programs = (name: string) =>
    execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(name) && line.includes(folder.path));

  beforeAll(async () => {
    writeFileSync(file, townsExtract([town]));
    server = await startServer(variables);
    partner = await signInToSandbox(server.sandbox, folder.path);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  it('are left out without the engine, and the import says what to do', async () => {
    expect(await importTown()).toContain(
      'Routes stay estimates. Install the routing engine with "waybill maps engine install", then import the region again.',
    );
    expect(await miles()).toBe(estimate);
    expect((await waybill('engine')).stdout).toContain('not installed');
  });

  it('are used by the running server at once, and are the same for both environments', async () => {
    if (!cached) return;
    mkdirSync(engineRoot(folder.path), { recursive: true });
    symlinkSync(cached.folder, join(engineRoot(folder.path), basename(cached.folder)));
    expect(await importTown(relative(process.cwd(), file))).not.toContain('estimates');
    await expect.poll(miles).not.toBe(estimate);
    const { body } = await quote();
    expect(body.travel_distance).toBeCloseTo(1.7, 1);
    const { stdout } = await waybill('list', '--json');
    const [production, sandbox] = JSON.parse(stdout).data;
    expect(production.roads).toEqual(sandbox.roads);
    expect(production.roads).toMatchObject({ engine: '3.6.1', bytes: expect.any(Number) });
    expect((await waybill('check')).stdout).toMatch(/^sandbox: town: .*, with roads\.$/m);
    // A file for each environment, and nothing of the build.
    for (const environment of ['production', 'sandbox'])
      expect(readdirSync(join(folder.path, 'maps', 'roads', environment))).toEqual([
        `${sandbox.version}.tar`,
      ]);
    expect(readdirSync(build)).toEqual([]);
  });

  it('leave no program and no folder when the import is killed', async () => {
    const known = await miles();
    writeFileSync(file, townsExtract([{ ...town, blocks: 150 }]));
    const random = randomFrom('map-roads');
    const builders = () => programs('valhalla_build_tiles');
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const { child } = spawnWaybill(['maps', 'import', file], variables);
      const ended = new Promise((resolve) => child.once('close', resolve));
      // The first one while it builds the roads: the program runs, and the process that ends it.
      if (round === 0) await expect.poll(() => builders().length).toBe(2);
      else await Promise.race([delay(500 + random() * 8_000), ended]);
      child.kill('SIGKILL');
      await ended;
      await expect.poll(builders).toEqual([]);
      if (round === 0) expect(readdirSync(build)).toHaveLength(1);
      // On roads, before and after a switch to the larger town.
      expect(await miles()).toBe(known);
    }
    const { code, stdout } = await waybill('check');
    expect(code, stdout).toBe(0);
    expect(stdout.match(/, with roads\.$/gm)).toHaveLength(2);
    expect(readdirSync(build)).toEqual([]);
  });

  it('end their process with a server that is killed, and are copied from the database to a host without them', async () => {
    const known = await miles();
    expect(programs('routing-engine.js serve')).toHaveLength(1);
    await server.stop('SIGKILL');
    await expect.poll(() => programs('routing-engine.js serve')).toEqual([]);
    rmSync(join(folder.path, 'maps', 'roads'), { recursive: true });
    server = await startServer(variables);
    partner = await signInToSandbox(server.sandbox, folder.path);
    expect(await miles()).toBe(known);
    expect(existsSync(join(folder.path, 'maps', 'roads', 'sandbox'))).toBe(true);
  });

  it('are copied again if their file is removed or damaged while the server runs', async () => {
    const roads = join(folder.path, 'maps', 'roads');
    const archives = () =>
      readdirSync(roads, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tar'));
    const restartEngine = () => {
      for (const line of execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n'))
        if (line.includes('routing-engine.js serve') && line.includes(folder.path))
          process.kill(Number.parseInt(line, 10), 'SIGKILL');
    };
    const expectRoads = async (end: typeof to) => {
      const { status, body } = await quote(end);
      expect(status).toBe(201);
      expect(body.travel_distance).not.toBe(estimateTravel([from, end]).miles);
    };
    rmSync(roads, { recursive: true });
    restartEngine();
    await expectRoads(cornerOf(town, 8, 3));
    for (const name of archives())
      writeFileSync(join(roads, name), Buffer.alloc(statSync(join(roads, name)).size));
    restartEngine();
    await expectRoads(cornerOf(town, 7, 4));
  });

  it('of a small region are used within the bounds of a larger one without roads there', async () => {
    const known = await miles();
    const far = { south: 38.3, west: -121.6, blocks: 3, firstId: 1_000_000 };
    const around = { ...far, south: 37.2, west: -123.1, firstId: 2_000_000 };
    writeFileSync(file, townsExtract([far, around]));
    expect((await waybill('import', file, '--name', 'around')).code).toBe(0);
    await expect.poll(async () => (await waybill('list')).stdout).toContain('around');
    const { body } = await quote(cornerOf(town, 6, 5));
    expect(body.travel_distance).not.toBe(estimateTravel([from, cornerOf(town, 6, 5)]).miles);
    expect(await miles()).toBe(known);
    await waybill('remove', 'around');
  });

  it('are left out of a region that has none', async () => {
    const house = {
      id: 1,
      longitude: -122.4,
      latitude: 37.7,
      tags: { 'addr:housenumber': '5', 'addr:street': 'Elm Street', 'addr:city': 'San Francisco' },
    };
    writeFileSync(file, osmExtract({ nodes: [house] }));
    expect((await waybill('import', file, '--name', 'roadless', '-e', 'sandbox')).stdout).toContain(
      'The file has no roads: routes stay estimates.',
    );
    await waybill('remove', 'roadless');
  });

  it('are removed with the region', async () => {
    await waybill('remove', 'town');
    await expect.poll(miles).toBe(estimate);
    expect(readdirSync(join(folder.path, 'maps', 'roads', 'sandbox'))).toEqual([]);
  });
});
