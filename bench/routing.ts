// `npm run bench -- routing --file region.osm.pbf`: builds the roads of an extract and measures routes and matrices between
// its streets, through the supervised engine process. Exits with 1 unless every floor is met.
import { basename, join } from 'node:path';
import type { Waypoint } from '../src/domain/place/travel.ts';
import { boundsContain } from '../src/integrations/osm/map-grid.ts';
import { readAddressMap } from '../src/integrations/osm/read-address-map.ts';
import { buildRoads, type RoadArchive } from '../src/integrations/router/engine/build-roads.ts';
import { installEngine } from '../src/integrations/router/engine/install-engine.ts';
import { privateMemory } from '../src/integrations/router/engine/private-memory.ts';
import { createRoutingEngine } from '../src/integrations/router/engine/routing-engine.ts';
import { createMapRouter } from '../src/integrations/router/map-router.ts';
import { MAX_MATRIX_POINTS, type Router } from '../src/integrations/router/router.ts';
import { cachedEngines } from '../test/support/external-packages.ts';
import { randomFrom } from '../test/support/seed.ts';
import { temporaryFolder } from '../test/support/server-process.ts';
import { type Measure, printMeasures } from './support/measures.ts';
import { processTreeMicros } from './support/processor-time.ts';
import { percentile } from './support/statistics.ts';

const ROUTES = 1_000;
const MATRICES = 5;

export async function measureRouting(path: string): Promise<boolean> {
  const { engine: files } = await installEngine(cachedEngines);
  const folder = temporaryFolder();
  let pid: number | undefined;
  const engine = createRoutingEngine({
    find: () => files,
    maxMemoryBytes: Number.POSITIVE_INFINITY,
    log: { info: (fields: { pid?: number }) => (pid = fields.pid), warn: console.error },
  });
  try {
    const began = performance.now();
    const archive = await buildRoads(files, {
      extract: path,
      folder: join(folder.path, 'build'),
      signal: new AbortController().signal,
      onProgress() {},
    });
    const buildSeconds = (performance.now() - began) / 1_000;
    if (!archive) throw new Error(`${path} has no roads`);
    const { streets, bounds } = await readAddressMap(path);
    // Ways of an extract reach beyond its bounds, where routes and matrices are estimates.
    const places = streets.filter((street) => boundsContain(bounds, street));
    const router = createMapRouter({ index: indexOf(archive, bounds), engine });
    const measures: Measure[] = [
      { name: 'building the roads', value: buildSeconds, unit: 's' },
      { name: 'size of the roads', value: archive.bytes / 1e6, unit: 'MB' },
      ...(await measureRouter(router, places, () => (processTreeMicros(pid ?? 0) ?? 0) / 1e6)),
      { name: 'memory of the engine', value: ((await privateMemory(pid)) ?? 0) / 1e6, unit: 'MB' },
    ];
    return printMeasures(`${basename(path)}: ${streets.length} streets`, measures);
  } finally {
    engine.close();
    folder.remove();
  }
}

function indexOf(
  { path, bytes, sha256 }: RoadArchive,
  bounds: { west: number; south: number; east: number; north: number },
) {
  return {
    regions: async () => [{ version: 'bench', bounds, roads: { bytes, sha256 } }],
    archive: async () => path,
  };
}

async function measureRouter(
  router: Router,
  places: readonly Waypoint[],
  cpuSeconds: () => number,
): Promise<Measure[]> {
  const random = randomFrom('routing');
  const anywhere = (): Waypoint => {
    const { longitude = 0, latitude = 0 } = places[Math.floor(random() * places.length)] ?? {};
    return { longitude, latitude };
  };
  const started = await timed(() => router.route([anywhere(), anywhere()]));
  const times: number[] = [];
  let onRoads = 0;
  for (let route = 0; route < ROUTES; route += 1) {
    const { ms, result } = await timed(() => router.route([anywhere(), anywhere()]));
    if (result.kind === 'unavailable') throw new Error(result.reason);
    times.push(ms);
    if (result.kind === 'found' && result.lines) onRoads += 1;
  }
  const matrices: { seconds: number; cpu: number }[] = [];
  for (let round = 0; round < MATRICES; round += 1) {
    const points = Array.from({ length: MAX_MATRIX_POINTS }, anywhere);
    const before = cpuSeconds();
    const { ms, result } = await timed(() => router.matrix(points, points));
    if (result.kind === 'unavailable') throw new Error(result.reason);
    matrices.push({ seconds: ms / 1_000, cpu: cpuSeconds() - before });
  }
  return [
    { name: 'start of the engine and first route', value: started.ms, unit: 'ms' },
    { name: `routes on roads, of ${ROUTES}`, value: (100 * onRoads) / ROUTES, unit: '%' },
    { name: 'route, p50', value: percentile(times, 0.5), unit: 'ms' },
    { name: 'route, p95', value: percentile(times, 0.95), unit: 'ms', floor: 60, aim: 30, isCost: true },
    {
      name: 'matrix 50 × 50, p50',
      value: percentile(
        matrices.map(({ seconds }) => seconds),
        0.5,
      ),
      unit: 's',
      floor: 2,
      aim: 1,
      isCost: true,
    },
    {
      name: 'matrix 50 × 50, processor time, p50',
      value: percentile(
        matrices.map(({ cpu }) => cpu),
        0.5,
      ),
      unit: 's',
    },
  ];
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
}
