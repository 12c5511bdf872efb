// Wires the operator API.
import { AreaCache } from '../features/areas/area-directory.ts';
import { consoleRoutes } from '../features/console/routes.ts';
import type { IpRateLimiter } from '../http/limits/ip-rate-limit.ts';
import { operatorPrefix } from '../http/operations/operator-path.ts';
import type { HttpServer } from '../http/server/server.ts';
import type { AppComponents } from './components.ts';

export async function addOperatorRoutes(
  app: HttpServer,
  {
    config,
    context,
    database,
    tokens,
    operatorSessions: sessions,
    consoleStreams: streams,
    consoleChanges: changes,
  }: AppComponents,
  ipRateLimiter: IpRateLimiter,
): Promise<void> {
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
      refundLimitCents: config.operators.refundLimitCents,
      maskedNumbers: config.dispatch.maskedNumbers,
      tiles: config.tracking.tiles,
      timeZone: config.billing.timeZone,
      areas: new AreaCache(database.listener),
      quoteLifetimeMinutes: config.quoteLifetimeMinutes,
      messageRules: config.messages,
      changes,
    },
    ipRateLimiter,
    streams,
  });
}
