// Real Valhalla engine on artificial streets, served as the two HTTP services that the adapters expect: Valhalla's own
// and OSRM's. The engine and both response formats are real; npm has no server binary, so the HTTP layer is part of the
// test, and so are the error numbers, because the binding passes only messages.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EngineFiles } from '../../src/integrations/router/engine/engine-package.ts';
import { type RecordedRequest, type StubServer, startStubServer } from './stub-server.ts';

interface Actor {
  /** JSON in, JSON out. */
  route(request: string): Promise<string>;
}

/** Messages of the engine for unreachable destinations, with Valhalla's error number and OSRM's code. */
const NO_ROUTE: readonly (readonly [message: RegExp, valhalla: number, osrm: string])[] = [
  [/No suitable edges near location/, 171, 'NoSegment'],
  [/Locations are in unconnected regions/, 170, 'NoRoute'],
  [/No path could be found for input/, 442, 'NoRoute'],
  [/Path distance exceeds the max distance limit/, 154, 'NoRoute'],
];

export async function startValhalla(engine: EngineFiles, extract: Buffer): Promise<StubServer> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-valhalla-'));
  const actor = await openEngine(engine, folder, extract);
  const server = await startStubServer(async (request, response) => {
    const { status, body } = await respond(actor, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return {
    ...server,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openEngine({ builder, module }: EngineFiles, folder: string, extract: Buffer): Promise<Actor> {
  const configuration = JSON.stringify(engineConfiguration(join(folder, 'tiles')));
  const [configurationFile, extractFile] = [join(folder, 'valhalla.json'), join(folder, 'streets.osm.pbf')];
  writeFileSync(configurationFile, configuration);
  writeFileSync(extractFile, extract);
  await promisify(execFile)(builder, ['-c', configurationFile, extractFile], {
    cwd: folder,
    timeout: 240_000,
  });
  const load = createRequire(import.meta.url);
  const engine: { Actor: new (configuration: string) => Actor } = load(module);
  return new engine.Actor(configuration);
}

async function respond(
  actor: Actor,
  { method, path, body }: RecordedRequest,
): Promise<{ status: number; body: object }> {
  const { pathname } = new URL(path, 'http://engine');
  const points = /^\/route\/v1\/driving\/([^/]+)$/.exec(pathname)?.[1];
  if (points !== undefined && method === 'GET') return osrmResponse(actor, points);
  if (pathname !== '/route' || method !== 'POST')
    return { status: 404, body: { error_code: 106, error: 'Try any' } };
  try {
    return { status: 200, body: JSON.parse(await actor.route(body)) };
  } catch (error) {
    const code = NO_ROUTE.find(([message]) => message.test(String(error)))?.[1] ?? 100;
    return {
      status: 400,
      body: { error_code: code, error: String(error), status_code: 400, status: 'Bad Request' },
    };
  }
}

async function osrmResponse(actor: Actor, points: string): Promise<{ status: number; body: object }> {
  const locations = points.split(';').map((point) => {
    const [lon, lat] = point.split(',').map(Number);
    return { lon, lat };
  });
  try {
    const request = JSON.stringify({ locations, costing: 'auto', format: 'osrm' });
    return { status: 200, body: JSON.parse(await actor.route(request)) };
  } catch (error) {
    const code = NO_ROUTE.find(([message]) => message.test(String(error)))?.[2] ?? 'InvalidQuery';
    return { status: 400, body: { code, message: String(error) } };
  }
}

/** Minimal configuration; Valhalla's own generator needs Python. */
function engineConfiguration(tileFolder: string): object {
  const logging = { type: '' };
  const distances = {
    max_distance: 5e6,
    max_locations: 20,
    max_matrix_distance: 4e5,
    max_matrix_location_pairs: 2_500,
  };
  return {
    mjolnir: { tile_dir: tileFolder, concurrency: 1, logging },
    loki: {
      actions: ['route'],
      logging,
      service_defaults: {
        heading_tolerance: 60,
        minimum_reachability: 50,
        node_snap_tolerance: 5,
        radius: 0,
        search_cutoff: 35_000,
        street_side_max_distance: 1_000,
        street_side_tolerance: 5,
      },
    },
    thor: { logging },
    odin: { logging },
    meili: { default: { breakage_distance: 2_000 } },
    service_limits: {
      auto: distances,
      pedestrian: { ...distances, max_transit_walking_distance: 10_000, min_transit_walking_distance: 1 },
      isochrone: {
        max_contours: 4,
        max_distance: 25_000,
        max_distance_contour: 200,
        max_locations: 1,
        max_time_contour: 120,
      },
      trace: {
        max_alternates: 3,
        max_alternates_shape: 100,
        max_distance: 2e5,
        max_gps_accuracy: 100,
        max_search_radius: 100,
        max_shape: 16_000,
      },
      skadi: { max_shape: 750_000, min_resample: 10 },
      max_alternates: 2,
      max_exclude_locations: 50,
      max_exclude_polygons_length: 10_000,
      max_radius: 200,
      max_reachability: 100,
    },
  };
}
