// Wires the operator API.
import { AreaCache } from '../features/areas/area-directory.ts';
import { consoleRoutes } from '../features/console/routes.ts';
import type { IpRateLimiter } from '../http/limits/ip-rate-limit.ts';
import { operatorPrefix } from '../http/operations/operator-path.ts';
import type { HttpServer } from '../http/server/server.ts';
import { announceOffersOf } from './announce-offers.ts';
import type { AppComponents } from './components.ts';
import { pageMapOf } from './page-routes.ts';
import { trackingUrlsOf } from './tracking-urls.ts';

export async function addOperatorRoutes(
  app: HttpServer,
  components: AppComponents,
  ipRateLimiter: IpRateLimiter,
): Promise<void> {
  const { config, context, database, tokens } = components;
  const { operatorSessions: sessions, consoleStreams: streams, consoleChanges: changes } = components;
  const { system, identity } = database;
  await app.register(consoleRoutes, {
    prefix: operatorPrefix,
    context: {
      ...context,
      system,
      identity,
      tokens,
      tokenIdleDays: config.tokenLifetime.idleDays,
      sessions,
      endPortalSession: (sessionHash) => components.streams.endSession(sessionHash),
      refundLimitCents: config.operators.refundLimitCents,
      maskedNumbers: config.dispatch.maskedNumbers,
      pageMap: pageMapOf(components),
      companyName: config.billing.issuer,
      billing: config.billing,
      trackingUrlFor: trackingUrlsOf(context),
      timeZone: config.billing.timeZone,
      areas: new AreaCache(database.listener),
      quoteLifetimeMinutes: config.quoteLifetimeMinutes,
      messageRules: config.messages,
      changes,
      announceOffers: announceOffersOf(components),
      portalChanges: components.changes,
      plans: components.plans,
      plannedCapacity: components.plannedCapacity,
    },
    ipRateLimiter,
    streams,
  });
}
