// Composition root: builds one environment, from its configuration to a server and a worker. Everything is wired by
// hand, here and in app/.

import type { AppOptions, Overrides } from './app/app-options.ts';
import { assembleBackgroundWork } from './app/background-work.ts';
import { type AppComponents, assembleComponents } from './app/components.ts';
import { addOperatorRoutes } from './app/operator-routes.ts';
import { addPages } from './app/page-routes.ts';
import { addPartnerRoutes } from './app/partner-routes.ts';
import type { EnvironmentName } from './config/environment-name.ts';
import { warmSchedule } from './features/schedule/warm-schedule.ts';
import { publishEvents } from './features/webhooks/event-catalogue.ts';
import { IpRateLimiter } from './http/limits/ip-rate-limit.ts';
import { RateLimit } from './http/limits/rate-limit.ts';
import { publishOpenApi } from './http/openapi/openapi.ts';
import { logRequests } from './http/server/access-log.ts';
import { operationsRoutes, type Readiness } from './http/server/health-routes.ts';
import type { HttpListener } from './http/server/http-listener.ts';
import { recordRequests } from './http/server/request-log-hook.ts';
import { securityTxtRoutes } from './http/server/security-txt.ts';
import { createServer, type HttpServer } from './http/server/server.ts';
import { countUnmatchedRequests } from './http/surfaces/partner-middleware.ts';
import type { Worker } from './jobs/worker.ts';
import { nextTurn } from './lib/next-turn.ts';

export interface App {
  readonly environment: EnvironmentName;
  readonly server: HttpServer;
  readonly worker: Worker;
  /** Fills caches, so that the first requests are fast. Call it once the server listens. Never rejects. */
  warm(): Promise<void>;
  /**
   * From now on `/ready` responds with 503, so that load balancers send no new traffic, and no new background work
   * starts.
   */
  drain(): void;
  close(): Promise<void>;
}

export async function buildApp(options: AppOptions, overrides: Overrides = {}): Promise<App> {
  const app = await assembleApp(options, overrides);
  await app.connect();
  return app;
}

/** Everything except the first database connection; enough to generate the API description. */
export interface AssembledApp extends App {
  connect(): Promise<void>;
}

export async function assembleApp(options: AppOptions, overrides: Overrides = {}): Promise<AssembledApp> {
  const components = assembleComponents(options, overrides);
  const { context, database, streams, trackingStreams, consoleStreams, crewStreams, egress, calls } =
    components;
  let draining = false;
  const readiness = { check: async () => (draining ? ['shutdown'] : database.check()) };
  const server = await assembleServer(components, readiness, options.listener);
  const work = assembleBackgroundWork(components, overrides);
  return {
    environment: context.environment.name,
    server,
    worker: work.worker,
    connect: async () => {
      // The check opens the connection that the first readiness probe and the first request use.
      await Promise.all([database.listener.start(), database.check()]);
    },
    warm: async () => {
      await Promise.all([warmSchedule(context), context.router.prepare?.()]);
    },
    drain: () => {
      draining = true;
      streams.drain();
      trackingStreams.drain();
      consoleStreams.drain();
      crewStreams.drain();
      // `close` awaits it.
      void work.worker.stop();
    },
    close: async () => {
      draining = true;
      await Promise.all([server.close(), work.worker.stop(), components.plans.runner.close()]);
      egress.close();
      await work.close();
      await Promise.all([calls.flush(), components.tokenUsage.flush()]);
      await database.close();
    },
  };
}

function assembleServer(
  components: AppComponents,
  readiness: Readiness,
  listener: HttpListener | undefined,
): Promise<HttpServer> {
  const { config, context, database, tokens, tokenUsage, metrics } = components;
  const { environment, log } = context;
  const { publicUrl, name } = environment;
  return createServer({ publicUrl, trustProxy: config.trustProxy, log, listener }, async (app) => {
    logRequests(app, { environment: name, metrics, loggedAddress: config.security.loggedAddress });
    recordRequests(app, components.calls.recorder);
    const gate = {
      findPrincipal: tokens.findPrincipal,
      recordTokenUse: (tokenId: string, addressOf: () => string) => tokenUsage.record(tokenId, addressOf),
      rateLimit: new RateLimit(database.app, config.rateLimit),
      ipRateLimiter: new IpRateLimiter(config.addressLimitPerMinute),
      environment: name,
    };
    countUnmatchedRequests(app, gate);
    await publishOpenApi(app, publishEvents(components.catalogue));
    await app.register(operationsRoutes, { readiness });
    if (config.securityContact)
      securityTxtRoutes(app, { publicUrl, clock: context.clock, security: config.securityContact });
    // Between the groups, the start's database connections make progress: adding all routes takes 150 ms.
    await addPartnerRoutes(app, components, gate);
    await nextTurn();
    await addOperatorRoutes(app, components, gate.ipRateLimiter);
    await nextTurn();
    await addPages(app, components, gate.ipRateLimiter);
    await nextTurn();
  });
}
