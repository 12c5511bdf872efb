// The embedded routing engine: roads built from an extract, routes of the supervised process, and its faults.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decodeLine } from '../../src/domain/place/route-line.ts';
import type { Waypoint } from '../../src/domain/place/travel.ts';
import { estimateTravel, straightMiles } from '../../src/domain/place/travel-estimate.ts';
import { buildRoads, type RoadArchive } from '../../src/integrations/router/engine/build-roads.ts';
import type { EngineFiles } from '../../src/integrations/router/engine/engine-package.ts';
import {
  createRoutingEngine,
  type RoutingEngine,
} from '../../src/integrations/router/engine/routing-engine.ts';
import { createMapRouter } from '../../src/integrations/router/map-router.ts';
import type { Router } from '../../src/integrations/router/router.ts';
import { findCachedEngine } from '../support/external-packages.ts';
import { cornerOf, townsExtract } from '../support/street-grid.ts';

const town = { south: 37.75, west: -122.45, blocks: 12, firstId: 1 };
const island = { south: 37.75, west: -122.35, blocks: 9, firstId: 10_001 };
const bounds = { west: -122.5, south: 37.7, east: -122.3, north: 37.8 };
const corner = (east: number, north: number, place = town) => cornerOf(place, east, north);
const route = [corner(1, 1), corner(9, 7)];
const found = findCachedEngine();
const files = (): EngineFiles => {
  if (!found) throw new Error('the routing engine is not installed');
  return found;
};

describe.skipIf(found === null)('the embedded routing engine', () => {
  let folder: string;
  let archive: RoadArchive;
  const engines: RoutingEngine[] = [];
  const logged: { message: string; pid?: number }[] = [];

  function startEngine(maxMemoryBytes = 2e9): RoutingEngine {
    const log = (fields: object, message: string) => logged.push({ ...fields, message });
    const engine = createRoutingEngine({ find: () => found, maxMemoryBytes, log: { info: log, warn: log } });
    engines.push(engine);
    return engine;
  }

  const routerWith = (engine: RoutingEngine): Router =>
    createMapRouter({
      index: {
        regions: async () => [
          { version: 'none', bounds, roads: null },
          { version: 'v1', bounds, roads: { bytes: archive.bytes, sha256: archive.sha256 } },
        ],
        archive: async () => archive.path,
      },
      engine,
    });

  const drive = async (router: Router, waypoints: readonly Waypoint[]) => {
    const outcome = await router.route(waypoints);
    if (outcome.kind !== 'found') throw new Error(`${outcome.kind}: ${outcome.reason}`);
    return outcome;
  };
  const lastPid = () => logged.findLast(({ pid }) => pid !== undefined)?.pid ?? 0;
  /** Not cached, unlike a route that was asked for before. */
  const otherRoute = (step: number) => [corner(1, 1), { ...corner(5, 5), latitude: 37.76 + step / 1e5 }];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-roads-'));
    const extract = join(folder, 'town.osm.pbf');
    writeFileSync(extract, townsExtract([town, island]));
    const shares: number[] = [];
    const built = await buildRoads(files(), {
      extract,
      folder: join(folder, 'build'),
      signal: new AbortController().signal,
      onProgress: (share) => shares.push(share),
    });
    if (!built) throw new Error('no roads');
    archive = built;
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });
  afterEach(() => {
    for (const engine of engines.splice(0)) engine.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('follows the streets, with a line from stop to stop', async () => {
    const { travel, lines = [] } = await drive(routerWith(startEngine()), route);
    const [from, to] = [corner(1, 1), corner(9, 7)];
    const around = straightMiles(from, corner(9, 1)) + straightMiles(corner(9, 1), to);
    expect(Math.abs(travel.miles / around - 1)).toBeLessThan(0.01);
    expect(travel.estimated).toBe(false);
    const points = lines.flatMap(decodeLine);
    expect(points[0]).toEqual([expect.closeTo(from.longitude, 4), expect.closeTo(from.latitude, 4)]);
    expect(points.at(-1)).toEqual([expect.closeTo(to.longitude, 4), expect.closeTo(to.latitude, 4)]);
  });

  it('respects the height of a vehicle, and knows no limits of cars', async () => {
    const router = routerWith(startEngine());
    const along = [corner(1, 3), corner(9, 3)];
    const box = { heightFeet: 12, widthFeet: 8, lengthFeet: 24, weightPounds: 14_000 };
    const miles = async (...args: Parameters<Router['route']>) => {
      const outcome = await router.route(...args);
      return outcome.kind === 'found' && !outcome.travel.estimated ? outcome.travel.miles : null;
    };
    const car = await miles(along);
    expect(car).toBeCloseTo(straightMiles(corner(1, 3), corner(9, 3)), 1);
    expect(await miles(along, box)).toBeGreaterThan((car ?? 0) + 0.1);
    expect(await miles(along, { ...box, heightFeet: 7 })).toBeCloseTo(car ?? 0, 1);
  });

  it('gives the same travel in every process', async () => {
    const outcomes = await Promise.all([1, 2].map(() => drive(routerWith(startEngine()), route)));
    expect(outcomes[0]).toEqual(outcomes[1]);
  });

  it.each<[string, Waypoint]>([
    ['outside of the region', { latitude: 40, longitude: -100 }],
    ['within its bounds, far from its roads', { latitude: 37.71, longitude: -122.49 }],
    ['within its bounds, near its roads but not at one', { latitude: 37.741, longitude: -122.45 }],
    ['on roads without a connection', corner(4, 4, island)],
  ])('estimates a route to a place %s', async (_name, place) => {
    const { travel, lines } = await drive(routerWith(startEngine()), [corner(1, 1), place]);
    expect(travel).toEqual(estimateTravel([corner(1, 1), place]));
    expect(lines).toBeUndefined();
  });

  it('measures all pairs of a matrix, and estimates those without a connection', async () => {
    const outcome = await routerWith(startEngine()).matrix([corner(1, 1), corner(4, 4, island)], route);
    if (outcome.kind !== 'found') throw new Error(outcome.reason);
    const [[same, across] = [], [apart] = []] = outcome.rows;
    expect(same).toEqual({ miles: 0, minutes: 0, estimated: false });
    const { travel } = await drive(routerWith(startEngine()), route);
    expect(across?.miles).toBeCloseTo(travel.miles, 1);
    expect(across?.minutes).toBeCloseTo(travel.minutes, 0);
    expect(apart?.estimated).toBe(true);
  });

  it('answers the request that was lost with the process, and all others, when it is killed', async () => {
    const router = routerWith(startEngine());
    await drive(router, route);
    const killed = lastPid();
    const requests = Array.from({ length: 10 }, (_, step) => drive(router, otherRoute(step)));
    process.kill(killed, 'SIGKILL');
    for (const { travel } of await Promise.all(requests)) expect(travel.estimated).toBe(false);
    expect(lastPid()).not.toBe(killed);
  });

  it('is unavailable while it hangs, and back after that by itself', async () => {
    const router = routerWith(startEngine());
    await drive(router, route);
    const hung = lastPid();
    process.kill(hung, 'SIGSTOP');
    expect(await router.route(otherRoute(1))).toMatchObject({
      kind: 'unavailable',
      reason: 'the routing engine did not answer within 2500 ms',
    });
    expect((await drive(router, otherRoute(2))).travel.estimated).toBe(false);
    expect(isRunning(hung)).toBe(false);
  });

  it('is replaced when it takes too much memory', async () => {
    const router = routerWith(startEngine(20_000_000));
    await drive(router, route);
    const first = lastPid();
    await expect.poll(() => isRunning(first)).toBe(false);
    expect(logged.map(({ message }) => message)).toContain('routing engine takes too much memory; killed');
    expect((await drive(router, otherRoute(3))).travel.estimated).toBe(false);
  });

  it('is unavailable with an archive that is missing, or without the engine', async () => {
    const engine = startEngine();
    const query = {
      action: 'route',
      archive: join(folder, 'missing.tar'),
      body: {},
      timeoutMs: 5_000,
    } as const;
    expect(await engine.query(query)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('ENOENT'),
    });
    const none = createRoutingEngine({ find: () => null, maxMemoryBytes: 1, log: { info() {}, warn() {} } });
    expect(await routerWith(none).route(route)).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('run "waybill maps engine install"'),
    });
  });

  it('reports a file that is not an extract, and leaves no program running', async () => {
    const extract = join(folder, 'bad.osm.pbf');
    writeFileSync(extract, townsExtract([town]).subarray(0, -50));
    const build = { extract, folder: join(folder, 'bad'), onProgress: () => {} };
    const failed = buildRoads(files(), { ...build, signal: new AbortController().signal });
    await expect(failed).rejects.toThrow(/^Building the roads failed: PBF error/);
    // Also before the program has started.
    for (const delayMs of [0, 1, 5, 20, 60]) {
      const controller = new AbortController();
      const stopped = buildRoads(files(), {
        ...build,
        extract: join(folder, 'town.osm.pbf'),
        signal: controller.signal,
      });
      setTimeout(() => controller.abort(), delayMs);
      await expect(stopped).rejects.toThrow(/aborted/);
    }
    await expect.poll(programs).not.toContain(folder);
    expect(existsSync('duplicateways.txt')).toBe(false);
    expect(readdirSync(folder)).toContain('bad');
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function programs(): string {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
}
