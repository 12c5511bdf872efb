// Routes on the roads of imported map regions, and estimates elsewhere. Which of both depends on the waypoints and the
// imported versions only, so that a fare is the same in every process: if the engine fails, the route is unavailable and
// never estimated (decision 0077).
import { LRUCache } from 'lru-cache';
import type { VehicleLimits } from '../../domain/dispatch/vehicle-limits.ts';
import { decodeLine, type LinePoint } from '../../domain/place/route-line.ts';
import type { Waypoint } from '../../domain/place/travel.ts';
import { straightMiles } from '../../domain/place/travel-estimate.ts';
import { within } from '../../lib/within.ts';
import {
  createServiceGuard,
  SERVICE_TIMEOUT_MS,
  type ServiceGuard,
  type Unavailable,
  unavailable,
} from '../guarded-service.ts';
import { boundsContain } from '../osm/map-grid.ts';
import type { EngineAnswer, EngineQuery, RoutingEngine } from './engine/routing-engine.ts';
import { estimateRouter } from './estimate-router.ts';
import type { RoadIndex, RoadRegion, StoredRoads } from './road-index.ts';
import type { MatrixOutcome, RouteOutcome, Router } from './router.ts';
import { foundRoute } from './service-request.ts';
import { matrixBodyFor, NOT_ON_MAP, readMatrix, readTrip, requestBodyFor } from './valhalla-messages.ts';

const ENGINE = 'the routing engine';
/** How far a road may be from an exact point. Farther points are outside of the map, or the map has a gap there. */
const MAX_MILES_TO_ROAD = 0.3;
const MATRIX_TIMEOUT_MS = 15_000;
const CACHED_ROUTES = 1_000;
type RegionWithRoads = RoadRegion & { readonly roads: StoredRoads };

export interface MapRouterOptions {
  readonly index: RoadIndex;
  readonly engine: Pick<RoutingEngine, 'query'>;
  readonly now?: () => number;
}

export function createMapRouter({ index, engine, now = () => performance.now() }: MapRouterOptions): Router {
  const guard = createServiceGuard('The routing engine', now);
  const cache = new LRUCache<string, RouteOutcome>({ max: CACHED_ROUTES });
  /** Open pages of several operators ask for the same routes at the same time. */
  const underWay = new Map<string, Promise<RouteOutcome>>();

  /** In the first region whose roads connect all waypoints; an estimate if none does. */
  async function routeIn(
    regions: readonly RegionWithRoads[],
    waypoints: readonly Waypoint[],
    vehicle: VehicleLimits | undefined,
  ): Promise<RouteOutcome> {
    for (const region of regions) {
      const answer = await ask(guard, index, engine, region, {
        action: 'route',
        body: requestBodyFor(waypoints, vehicle),
        timeoutMs: SERVICE_TIMEOUT_MS,
      });
      if (answer.kind === 'unavailable') return answer;
      const outcome = answer.kind === 'refused' ? null : routeOf(waypoints, answer.body);
      if (outcome) return outcome;
    }
    return estimateRouter.route(waypoints);
  }

  return {
    async route(waypoints, vehicle) {
      const regions = regionsOf(await index.regions(), waypoints);
      if (regions.length === 0) return estimateRouter.route(waypoints);
      const key = JSON.stringify([
        regions.map(({ version }) => version),
        vehicle,
        waypoints.map(({ longitude, latitude, uncertaintyMiles }) => [longitude, latitude, uncertaintyMiles]),
      ]);
      const known = cache.get(key) ?? underWay.get(key);
      if (known) return known;
      const outcome = routeIn(regions, waypoints, vehicle).finally(() => underWay.delete(key));
      underWay.set(key, outcome);
      if ((await outcome).kind === 'found') cache.set(key, await outcome);
      return outcome;
    },

    async matrix(sources, targets): Promise<MatrixOutcome> {
      const estimates = await estimateRouter.matrix(sources, targets);
      if (estimates.kind !== 'found' || sources.length === 0 || targets.length === 0) return estimates;
      for (const region of regionsOf(await index.regions(), [...sources, ...targets])) {
        const answer = await ask(guard, index, engine, region, {
          action: 'matrix',
          body: matrixBodyFor(sources, targets),
          timeoutMs: MATRIX_TIMEOUT_MS,
        });
        if (answer.kind === 'unavailable') return answer;
        if (answer.kind === 'refused') continue;
        const rows = readMatrix(answer.body, estimates.rows);
        return rows ? { kind: 'found', rows } : unavailable(`${ENGINE} returned an unexpected response`);
      }
      return estimates;
    },

    async identity() {
      const versions = (await index.regions()).filter(hasRoads).map(({ version }) => version);
      return versions.length === 0 ? null : `roads ${versions.toSorted().join(' ')}`;
    },

    isLocal: true,

    async prepare() {
      try {
        for (const region of (await index.regions()).filter(hasRoads))
          await engine.query({
            action: 'locate',
            archive: await index.archive(region.version, region.roads),
            body: { locations: [{ lat: region.bounds.south, lon: region.bounds.west }], costing: 'auto' },
            timeoutMs: MATRIX_TIMEOUT_MS,
          });
      } catch {
        // The first route reports it.
      }
    },
  };
}

/** null if the roads of the engine's answer do not reach the waypoints. */
function routeOf(waypoints: readonly Waypoint[], body: unknown): RouteOutcome | null {
  const road = readTrip(body);
  if (road?.lines.length !== waypoints.length - 1)
    return unavailable(`${ENGINE} returned an unexpected response`);
  const outcome = foundRoute(ENGINE, waypoints, road.legs);
  if (outcome.kind !== 'found') return outcome;
  return reachesRoads(waypoints, road.lines) ? { ...outcome, lines: road.lines } : null;
}

function hasRoads(region: RoadRegion): region is RegionWithRoads {
  return region.roads !== null;
}

/**
 * Regions that contain all waypoints, the largest first: it has the most roads around them. Bounds of neighbours overlap, so
 * that the roads at the waypoints may be those of a smaller region.
 */
function regionsOf(
  regions: readonly RoadRegion[],
  waypoints: readonly Waypoint[],
): readonly RegionWithRoads[] {
  const sizeOf = ({ bounds }: RoadRegion) => (bounds.east - bounds.west) * (bounds.north - bounds.south);
  return regions
    .filter(hasRoads)
    .filter(({ bounds }) => waypoints.every((waypoint) => boundsContain(bounds, waypoint)))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** `refused` means that the map has no roads there; anything else that is not an answer counts as a failure. */
function ask(
  guard: ServiceGuard,
  index: RoadIndex,
  engine: Pick<RoutingEngine, 'query'>,
  region: RegionWithRoads,
  query: Omit<EngineQuery, 'archive'>,
): Promise<EngineAnswer> {
  return guard.run<Exclude<EngineAnswer, Unavailable>>(async () => {
    const archive = await archiveOf(index, region);
    if (typeof archive !== 'string') return archive;
    const answer = await engine.query({ ...query, archive });
    return answer.kind === 'refused' && !NOT_ON_MAP.test(answer.message)
      ? unavailable(`${ENGINE}: ${answer.message.slice(0, 200)}`)
      : answer;
  });
}

/** The first use of a version on this host copies its archive from the database. */
async function archiveOf(
  index: RoadIndex,
  { version, roads }: RegionWithRoads,
): Promise<string | Unavailable> {
  const late = unavailable('the roads of the region are being copied to this host');
  try {
    return await within(SERVICE_TIMEOUT_MS, index.archive(version, roads), late);
  } catch (error) {
    return unavailable(`the roads of the region cannot be read: ${String(error)}`);
  }
}

/** A waypoint far from every road is outside of the map, although within its bounds. */
function reachesRoads(waypoints: readonly Waypoint[], lines: readonly string[]): boolean {
  const legs = lines.map(decodeLine);
  return waypoints.every((waypoint, position) => {
    const road = position === 0 ? legs[0]?.[0] : legs[position - 1]?.at(-1);
    return road !== undefined && isNear(waypoint, road);
  });
}

function isNear(waypoint: Waypoint, [longitude, latitude]: LinePoint): boolean {
  const miles = straightMiles(waypoint, { longitude, latitude });
  return miles <= MAX_MILES_TO_ROAD + (waypoint.uncertaintyMiles ?? 0);
}
