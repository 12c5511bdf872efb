// Components shared by the routes and the background work of an environment, wired by hand.
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { EnvironmentDatabase } from '../db/environment-database.ts';
import { openEnvironmentDatabase } from '../db/environment-database.ts';
import { SecurityLog } from '../db/security-log.ts';
import {
  createOperatorSessions,
  type OperatorSessionStore,
} from '../features/accounts/system/operator-session-store.ts';
import { findLiveOperators } from '../features/console/session/operator-sessions.ts';
import { ConsoleChangeChannel } from '../features/console/stream/console-change-channel.ts';
import { ConsoleSse } from '../features/console/stream/console-sse.ts';
import { crewSessions } from '../features/crew/access-store.ts';
import { crewsOfBookings } from '../features/crew/crew-day-store.ts';
import { CrewSseHub } from '../features/crew/crew-sse.ts';
import { createMapIndex } from '../features/maps/map-index.ts';
import { MapRegions } from '../features/maps/map-regions.ts';
import { createRoadIndex, roadsFolder } from '../features/maps/roads/road-files.ts';
import { MapTiles } from '../features/maps/tiles/map-tiles.ts';
import { TokenUsage } from '../features/oauth/system/token-usage.ts';
import { revokedChannel, TokenCache } from '../features/oauth/token-cache.ts';
import { startBundledThread } from '../features/plans/plan-threads.ts';
import { LivePlans } from '../features/plans/system/live-plans.ts';
import type { PlanServices } from '../features/plans/system/plan-context.ts';
import { PlanRunner } from '../features/plans/system/plan-runner.ts';
import { RequestLogWriter } from '../features/requests/system/request-log-writer.ts';
import type { PlannedCapacity } from '../features/schedule/planned-capacity.ts';
import { createMagicGeocoder } from '../features/simulation/magic-geocoder.ts';
import {
  parseTrackingPayload,
  TrackingChangeNotifier,
  trackingChannel,
} from '../features/tracking/tracking-change-notifier.ts';
import { TrackingSseHub } from '../features/tracking/tracking-sse.ts';
import { PortalChangeNotifier } from '../features/webhooks/portal-change-notifier.ts';
import type { CatalogueEntry } from '../features/webhooks/portal-schemas.ts';
import { createPortalStores, type PortalStores } from '../features/webhooks/portal-session-store.ts';
import { PortalSseHub } from '../features/webhooks/portal-sse.ts';
import { createGeocoder } from '../integrations/geocoder/create-geocoder.ts';
import type { Geocoder } from '../integrations/geocoder/geocoder.ts';
import { createMapGeocoder } from '../integrations/geocoder/map-geocoder.ts';
import { createMessenger } from '../integrations/messenger/create-messenger.ts';
import { createPhotoStorage } from '../integrations/photo-storage/create-photo-storage.ts';
import { createRouter } from '../integrations/router/create-router.ts';
import { estimateRouter } from '../integrations/router/estimate-router.ts';
import { createMapRouter } from '../integrations/router/map-router.ts';
import type { Router } from '../integrations/router/router.ts';
import type { EgressGuard } from '../integrations/webhook-http/egress-guard.ts';
import { createEgressGuard } from '../integrations/webhook-http/egress-guard.ts';
import { WakeUps } from '../jobs/wake-ups.ts';
import { systemClock } from '../lib/clock.ts';
import { randomIds } from '../lib/ids.ts';
import { KeyRing } from '../lib/key-ring.ts';
import type { AppOptions, Overrides } from './app-options.ts';
import { eventCatalogue } from './event-catalogue.ts';

export interface AppComponents {
  readonly config: Config;
  readonly context: Context;
  readonly database: EnvironmentDatabase;
  readonly wakeUps: WakeUps;
  readonly catalogue: readonly CatalogueEntry[];
  readonly egress: EgressGuard;
  readonly changes: PortalChangeNotifier;
  readonly tokens: TokenCache;
  readonly tokenUsage: TokenUsage;
  readonly streams: PortalSseHub;
  readonly trackingStreams: TrackingSseHub;
  readonly trackingAnnouncer: TrackingChangeNotifier;
  readonly calls: RequestLogWriter;
  readonly portal: PortalStores;
  readonly operatorSessions: OperatorSessionStore;
  readonly consoleStreams: ConsoleSse;
  readonly consoleChanges: ConsoleChangeChannel;
  readonly crewStreams: CrewSseHub;
  readonly plans: PlanServices;
  readonly plannedCapacity: PlannedCapacity;
  readonly mapTiles: MapTiles;
  readonly metrics: Registry;
}

export function assembleComponents(options: AppOptions, overrides: Overrides): AppComponents {
  const { config, environment, connection, masterKeys, metrics } = options;
  const log = options.log.child({ environment: environment.name });
  const database = openEnvironmentDatabase(connection, {
    environment: environment.name,
    poolSize: config.databasePoolSize,
    log,
    metrics,
    onEvents: () => wakeUps.tell('events'),
  });
  const wakeUps = new WakeUps(database.listener, log);
  const clock = overrides.clock ?? systemClock;
  const mapRegions = new MapRegions(database.app, database.listener);
  const geocoder = overrides.geocoder ?? environmentGeocoder(config, mapRegions);
  const ids = overrides.ids ?? randomIds;
  const keys = new KeyRing(masterKeys, environment.name);
  const changes = new PortalChangeNotifier(database.listener);
  const operatorSessions = createOperatorSessions(config.operators);
  const consoleChanges = new ConsoleChangeChannel(database.listener);
  const router = overrides.router ?? environmentRouter(options, mapRegions);
  const portal = createPortalStores(config.tokenLifetime.idleDays);
  return {
    config,
    context: {
      environment,
      db: database.app,
      clock,
      ids,
      keys,
      geocoder: environment.name === 'sandbox' ? createMagicGeocoder(geocoder) : geocoder,
      router,
      photos: overrides.photos ?? createPhotoStorage(config.photos, config.dataDir, environment.name),
      messenger: overrides.messenger ?? createMessenger(environment.name, config.messages),
      log,
      security: new SecurityLog({ environment: environment.name, clock, ids, keys, log, metrics }),
    },
    database,
    wakeUps,
    catalogue: eventCatalogue(),
    egress: createEgressGuard(config.webhooks.targets[environment.name]),
    changes,
    tokens: new TokenCache(database.identity, database.listener, {
      clock,
      idleDays: config.tokenLifetime.idleDays,
    }),
    // As the request log, the last use may be lost if PostgreSQL crashes.
    tokenUsage: new TokenUsage({ db: database.engine, clock, log }),
    streams: new PortalSseHub(
      database.listener,
      (sessionHashes) => portal.sessions.findLive(database.identity, sessionHashes, clock.now()),
      revokedChannel,
    ),
    trackingStreams: new TrackingSseHub(database.listener),
    trackingAnnouncer: new TrackingChangeNotifier(database.listener),
    calls: new RequestLogWriter({
      // The request log may lose rows if PostgreSQL crashes, so it uses asynchronous commit.
      db: database.engine,
      clock,
      log,
      metrics,
      environment: environment.name,
      extent: config.requestLog.extent,
      onWritten: (accountIds) => {
        for (const account_id of accountIds) changes.announce({ kind: 'request', account_id });
      },
    }),
    portal,
    operatorSessions,
    consoleStreams: new ConsoleSse(database.listener, (sessionHashes) =>
      findLiveOperators(
        { system: database.system, sessions: operatorSessions, clock, environment },
        sessionHashes,
      ),
    ),
    consoleChanges,
    plans: {
      runner: new PlanRunner(),
      startThread: overrides.startThread ?? startBundledThread,
      announce: (id) => consoleChanges.announce({ kind: 'plans', id }),
      announceJobs: () => consoleChanges.announce({ kind: 'planned_jobs' }),
    },
    plannedCapacity: new LivePlans({ system: database.system, router, clock }),
    crewStreams: new CrewSseHub(database.listener, {
      channel: trackingChannel,
      readIds: parseTrackingPayload,
      crewsOf: (bookingIds) => crewsOfBookings(database.system, bookingIds),
      findLive: (sessionHashes) => crewSessions.findLive(database.system, sessionHashes, clock.now()),
    }),
    mapTiles: new MapTiles(mapRegions),
    metrics,
  };
}

/** The embedded geocoder reads the map regions of the environment; external services know streets themselves. */
function environmentGeocoder({ geocoder }: Config, regions: MapRegions): Geocoder {
  const { provider, ...settings } = geocoder;
  if (provider !== 'embedded') return createGeocoder({ provider, ...settings });
  return createMapGeocoder(createMapIndex(regions));
}

/** The embedded router uses the roads of the map regions of the environment. */
function environmentRouter({ config, environment, engine }: AppOptions, regions: MapRegions): Router {
  const { provider, ...settings } = config.router;
  if (provider !== 'embedded') return createRouter({ provider, ...settings });
  if (!engine) return estimateRouter;
  const index = createRoadIndex(regions, roadsFolder(config.dataDir, environment.name));
  return createMapRouter({ index, engine });
}
