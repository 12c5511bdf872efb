// The composition root: one environment of Waybill, from its configuration to a server and a worker. Everything is wired
// here by hand, so that reading this file is reading the architecture.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config, EnvironmentConfig } from './config.ts';
import type { Context } from './context.ts';
import { type EnvironmentDatabase, openEnvironmentDatabase } from './db/environment-database.ts';
import type { ConnectionOptions } from './db/pool.ts';
import { loadAccount } from './features/accounts/account-store.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { AreaDirectory } from './features/areas/area-directory.ts';
import { billingRoutes } from './features/billing/routes.ts';
import { billingSubscriber, paymentHandler } from './features/billing/tasks.ts';
import { bookingEventExamples } from './features/bookings/booking-event-examples.ts';
import { bookingSchemas } from './features/bookings/booking-schemas.ts';
import { findBookingIds } from './features/bookings/booking-search-store.ts';
import { bookingRoutes } from './features/bookings/routes.ts';
import { stopRoutes } from './features/bookings/stop-routes.ts';
import { failUnpaidBooking } from './features/bookings/system/fail-unpaid-booking.ts';
import { locationSchemas } from './features/locations/schemas.ts';
import { authorizeRoutes } from './features/oauth/authorize-routes.ts';
import { oauthMetadataRoutes } from './features/oauth/metadata-routes.ts';
import { oauthRoutes } from './features/oauth/routes.ts';
import { oauthTasks } from './features/oauth/tasks.ts';
import { TokenDirectory } from './features/oauth/token-directory.ts';
import { photoRoutes } from './features/photos/photo-routes.ts';
import { savePhoto } from './features/photos/save-photo.ts';
import { photoTasks } from './features/photos/tasks.ts';
import { quoteRoutes } from './features/quotes/routes.ts';
import { quoteSchemas } from './features/quotes/schemas.ts';
import { scheduleRoutes } from './features/schedule/routes.ts';
import { scheduleSchemas } from './features/schedule/schemas.ts';
import { warmSchedule } from './features/schedule/warm-schedule.ts';
import { avatarRoutes } from './features/simulation/avatar-routes.ts';
import { drawStopPhoto } from './features/simulation/draw-stop-photo.ts';
import type { SimulationContext } from './features/simulation/play-step.ts';
import { simulationHandler, simulationSubscriber } from './features/simulation/tasks.ts';
import { ChangeAnnouncer } from './features/webhooks/change-announcer.ts';
import { ChangeStreams } from './features/webhooks/change-streams.ts';
import { createEventCatalogue } from './features/webhooks/event-catalogue.ts';
import { eventRoutes } from './features/webhooks/event-routes.ts';
import { portalRoutes } from './features/webhooks/portal-routes.ts';
import { findLiveSessions } from './features/webhooks/portal-session-store.ts';
import { portalTasks } from './features/webhooks/portal-tasks.ts';
import type { CatalogueEntry } from './features/webhooks/portal-wire.ts';
import { publishEvents } from './features/webhooks/publish-events.ts';
import { type WebhookRoutesOptions, webhookRoutes } from './features/webhooks/routes.ts';
import { webhookSchemas } from './features/webhooks/schemas.ts';
import { DeliveryEngine } from './features/webhooks/system/delivery-engine.ts';
import { webhookTasks } from './features/webhooks/tasks.ts';
import { AddressLimit } from './http/address-limit.ts';
import { docsRoutes } from './http/docs-routes.ts';
import { IdempotentWrites } from './http/idempotent-write.ts';
import { publishOpenApi } from './http/openapi.ts';
import { operationsRoutes } from './http/operations-routes.ts';
import { pageAssets } from './http/page.ts';
import { type PartnerGate, partnerSurface, watchStrayCalls } from './http/partner-surface.ts';
import { RateLimit } from './http/rate-limit.ts';
import { logRequests } from './http/request-log.ts';
import { createServer, type HttpServer } from './http/server.ts';
import { compileValidators } from './http/validator.ts';
import { webPages } from './http/web-pages.ts';
import { createGeocoder } from './integrations/geocoder/create-geocoder.ts';
import type { Geocoder } from './integrations/geocoder/geocoder.ts';
import { createPaymentProvider } from './integrations/payments/create-payment-provider.ts';
import { createPhotoStorage } from './integrations/photo-storage/create-photo-storage.ts';
import type { PhotoStorage } from './integrations/photo-storage/photo-storage.ts';
import { createRouter } from './integrations/router/create-router.ts';
import type { Router } from './integrations/router/router.ts';
import { createWebhookSender } from './integrations/webhook-http/create-webhook-sender.ts';
import { createEgressGuard } from './integrations/webhook-http/egress-guard.ts';
import type { WebhookSender } from './integrations/webhook-http/webhook-sender.ts';
import { DueJobs } from './jobs/due-jobs.ts';
import { idempotencyCleanup } from './jobs/idempotency-cleanup.ts';
import { PeriodicTasks } from './jobs/periodic-task.ts';
import { Relay } from './jobs/relay.ts';
import { WakeUps } from './jobs/wake-ups.ts';
import { Worker } from './jobs/worker.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { type Ids, randomIds } from './lib/ids.ts';
import { KeyRing, type MasterKey } from './lib/key-ring.ts';
import { readVersion } from './lib/version.ts';

export interface AppOptions {
  readonly config: Config;
  readonly environment: EnvironmentConfig;
  readonly connection: ConnectionOptions;
  readonly masterKeys: readonly MasterKey[];
  readonly log: Logger;
  readonly metrics: Registry;
}

/** The seams at which tests replace the world. */
export interface Overrides {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly geocoder?: Geocoder;
  readonly router?: Router;
  readonly photos?: PhotoStorage;
  readonly webhookSender?: WebhookSender;
  /** Spreads retries: from 0 to 1. */
  readonly random?: () => number;
}

export interface App {
  readonly server: HttpServer;
  readonly worker: Worker;
  /** Makes the first requests as quick as the others. Call it once the server listens; it never fails. */
  warm(): Promise<void>;
  /** From now on `/ready` says 503, so that no new traffic is sent here, and no new background work is begun. */
  drain(): void;
  close(): Promise<void>;
}

export async function buildApp(options: AppOptions, overrides: Overrides = {}): Promise<App> {
  const app = await assembleApp(options, overrides);
  await app.connect();
  return app;
}

/** Everything but the first connection: whoever only describes the API needs no database. */
export async function assembleApp(
  options: AppOptions,
  overrides: Overrides = {},
): Promise<App & { connect(): Promise<void> }> {
  const { config, environment, connection, masterKeys, metrics } = options;
  const log = options.log.child({ environment: environment.name });
  const database = openEnvironmentDatabase(connection, config.databasePoolSize, log, () =>
    wakeUps.tell('events'),
  );
  const wakeUps = new WakeUps(database.listener, log);
  const context: Context = {
    environment,
    db: database.app,
    clock: overrides.clock ?? systemClock,
    ids: overrides.ids ?? randomIds,
    keys: new KeyRing(masterKeys, environment.name),
    geocoder: overrides.geocoder ?? createGeocoder(config.geocoder),
    router: overrides.router ?? createRouter(config.router),
    photos: overrides.photos ?? createPhotoStorage(config.photos, config.dataDir, environment.name),
    log,
  };
  const catalogue = createEventCatalogue({
    bookingExamples: bookingEventExamples(),
    schemas: partnerSchemas,
  });
  const egress = createEgressGuard(config.webhooks);
  const changes = new ChangeAnnouncer(database.listener);
  const webhooks = { ...context, identity: database.identity, egress, changes };
  const tokens = new TokenDirectory(database.identity, database.listener);
  const streams = new ChangeStreams(database.listener, (sessionIds) =>
    findLiveSessions(database.identity, sessionIds, context.clock.now()),
  );
  let draining = false;
  const readiness = { check: async () => (draining ? ['shutdown'] : database.check()) };

  const server = await createServer(
    { publicUrl: environment.publicUrl, trustProxy: config.trustProxy, log },
    async (app) => {
      logRequests(app, { environment: environment.name, metrics });
      const gate = {
        findPrincipal: tokens.findPrincipal,
        rateLimit: new RateLimit(database.app, config.rateLimit),
        addressLimit: new AddressLimit(config.addressLimitPerMinute),
        environment: environment.name,
      };
      watchStrayCalls(app, gate);
      await publishOpenApi(app, publishEvents(catalogue));
      await app.register(operationsRoutes, { readiness });
      await app.register(pageAssets);
      await app.register(webPages, {});
      await app.register(docsRoutes, { environment: environment.name });
      await app.register(photoRoutes, { context });
      if (environment.name === 'sandbox') await app.register(avatarRoutes);
      await addPartnerRoutes(app, config, gate, webhooks, database, tokens, catalogue);
      const { retentionDays, retrySeconds } = config.webhooks;
      await app.register(portalRoutes, {
        context: {
          ...webhooks,
          wakeUps,
          catalogue,
          retentionDays,
          findBookingIds: (accountId, text) =>
            findBookingIds(context.db.forAccount(accountId), accountId, text),
        },
        addressLimit: gate.addressLimit,
        streams,
        retrySeconds,
      });
    },
  );
  const { system } = database;
  const tasks = new PeriodicTasks(system, log, [
    ...oauthTasks(system, context.clock),
    ...portalTasks(system, context.clock),
    idempotencyCleanup(system, context.clock),
    ...webhookTasks(system, context.clock, config.webhooks.retentionDays),
    ...photoTasks(system, context.clock, context.photos, config.photos.retentionDays),
  ]);
  const plays = environment.name === 'sandbox';
  const provider = createPaymentProvider(environment.name, config.payments);
  const { timeZone } = config.billing;
  const dueJobs = new DueJobs(system, context.clock, log, [
    paymentHandler({
      ...context,
      system,
      timeZone,
      provider,
      failBooking: (accountId, bookingId) => failUnpaidBooking(context, accountId, bookingId),
    }),
    ...(plays ? [simulationHandler(simulationContext(context, config.simulationStepSeconds))] : []),
  ]);
  const billing = { ...context, timeZone, payments: provider?.name ?? null };
  const sender = overrides.webhookSender ?? createWebhookSender(config.webhooks);
  const engine = new DeliveryEngine({
    ...context,
    engine: database.engine,
    system,
    sender,
    wakeUps,
    changes,
    metrics,
    retrySeconds: config.webhooks.retrySeconds,
    version: readVersion(),
    random: overrides.random ?? Math.random,
  });
  const subscribers = [
    engine.fanOut,
    billingSubscriber(billing, () => dueJobs.wake()),
    ...(plays ? [simulationSubscriber(context.clock, () => dueJobs.wake())] : []),
  ];
  const relay = new Relay(database.engine, subscribers, wakeUps, log);
  const worker = new Worker([tasks, relay, engine, dueJobs]);

  return {
    server,
    worker,
    connect: () => database.listener.start(),
    warm: async () => {
      await compileValidators();
      await warmSchedule(context);
    },
    drain: () => {
      draining = true;
      streams.drain();
      // Awaited by `close`.
      void worker.stop();
    },
    close: async () => {
      draining = true;
      await Promise.all([server.close(), worker.stop()]);
      egress.close();
      await sender.close();
      await database.close();
    },
  };
}

const partnerSchemas = [
  ...locationSchemas,
  ...quoteSchemas,
  ...scheduleSchemas,
  ...bookingSchemas,
  ...webhookSchemas,
];

/** What the sandbox needs to play the bookings that ask for it. */
function simulationContext(context: Context, stepSeconds: number): SimulationContext {
  return {
    ...context,
    stepMillis: stepSeconds * 1_000,
    photograph: async (booking, position) =>
      savePhoto(
        context,
        { accountId: booking.accountId, bookingId: booking.id },
        await drawStopPhoto(booking.id, position),
      ),
  };
}

async function addPartnerRoutes(
  app: HttpServer,
  config: Config,
  gate: PartnerGate,
  context: Context & WebhookRoutesOptions['context'],
  database: EnvironmentDatabase,
  tokens: TokenDirectory,
  catalogue: readonly CatalogueEntry[],
): Promise<void> {
  const docsUrl = `${context.environment.publicUrl}/docs/errors`;
  const oauth = {
    context: { ...context, identity: database.identity, tokens },
    addressLimit: gate.addressLimit,
  };
  await app.register(oauthRoutes, { ...oauth, docsUrl });
  await app.register(oauthMetadataRoutes, { environment: context.environment });
  await app.register(authorizeRoutes, oauth);
  await app.register(async (partner: HttpServer) => {
    partnerSurface(partner, gate);
    const writes = new IdempotentWrites(context);
    await partner.register(accountRoutes, { context, writes });
    const pricing = {
      ...context,
      areas: new AreaDirectory(database.listener),
      quoteLifetimeMinutes: config.quoteLifetimeMinutes,
    };
    for (const schema of partnerSchemas) partner.addSchema(schema);
    await partner.register(quoteRoutes, { context: pricing, writes });
    await partner.register(scheduleRoutes, { context: pricing });
    await partner.register(bookingRoutes, { context: pricing, writes });
    await partner.register(stopRoutes, { context: pricing, writes });
    await partner.register(webhookRoutes, { context, writes });
    await partner.register(eventRoutes, { context, catalogue });
    await partner.register(billingRoutes, { context: { ...context, billing: config.billing, loadAccount } });
  });
}
