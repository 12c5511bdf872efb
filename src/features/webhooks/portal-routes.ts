// HTTP API of the self-service portal, under /portal/api. Only the portal's own pages use it, so it is not part of the
// OpenAPI document; portal-wire.ts is its contract.

import { PerMinuteLimiter } from '../../http/limits/per-minute-limiter.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { pageApi, portalMiddleware } from '../../http/surfaces/portal-middleware.ts';
import { type PortalDeliveryContext, portalDeliveryRoutes } from './portal-delivery-routes.ts';
import { type PortalEndpointContext, portalEndpointRoutes } from './portal-endpoint-routes.ts';
import { portalSessionRoutes, portalSignInRoutes } from './portal-session-routes.ts';
import { findPortalPrincipal, portalSessionSeconds, type SessionContext } from './portal-sessions.ts';
import type { PortalSseHub } from './portal-sse.ts';
import { portalStreamRoutes } from './portal-stream-routes.ts';

export interface PortalRoutesOptions {
  readonly context: SessionContext & PortalEndpointContext & PortalDeliveryContext;
  readonly ipRateLimiter: PerMinuteLimiter;
  readonly streams: PortalSseHub;
  readonly retrySeconds: readonly number[];
  /** Registers the portal routes of other features behind the same authentication. */
  readonly registerExtraRoutes: (visited: HttpServer) => Promise<void>;
}

/** Per session. Far above what a person can cause, and low enough that one session cannot saturate the database. */
const requestsPerMinute = 1_200;

export async function portalRoutes(app: HttpServer, options: PortalRoutesOptions): Promise<void> {
  const { context, ipRateLimiter, streams, retrySeconds, registerExtraRoutes } = options;
  const { publicUrl } = context.environment;
  await pageApi(app, { publicUrl });
  const cookie = new PageCookie(context.environment, 'portal', portalSessionSeconds);
  const session = { context, cookie, streams, retrySeconds, retentionDays: context.retentionDays };
  await portalSignInRoutes(app, session);
  await app.register(async (visited: HttpServer) => {
    portalMiddleware(visited, {
      cookie,
      keys: context.keys,
      ipRateLimiter,
      portalLimit: new PerMinuteLimiter(
        requestsPerMinute,
        'Too many requests from this portal session. Wait a minute and try again.',
      ),
      findPortalPrincipal: (token) => findPortalPrincipal(context, token),
    });
    await portalSessionRoutes(visited, session);
    await portalEndpointRoutes(visited, { context });
    await portalDeliveryRoutes(visited, { context });
    await portalStreamRoutes(visited, { streams });
    await registerExtraRoutes(visited);
  });
}
