// HTTP API of the self-service portal, under /portal/api. Only the portal's own pages use it, so it is not published.
import { PerMinuteLimiter } from '../../http/limits/per-minute-limiter.ts';
import { PerNetworkLimiter } from '../../http/limits/per-network-limiter.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { pageApi, portalMiddleware } from '../../http/surfaces/portal-middleware.ts';
import { type PortalDeliveryContext, portalDeliveryOperations } from './portal-delivery-routes.ts';
import { type PortalEndpointContext, portalEndpointOperations } from './portal-endpoint-routes.ts';
import {
  type PortalSessionContext,
  portalSessionOperations,
  portalSignInOperations,
} from './portal-session-routes.ts';
import { portalSessionSeconds } from './portal-session-store.ts';
import { findPortalPrincipal } from './portal-sessions.ts';

export interface PortalRoutesOptions {
  readonly context: Omit<PortalSessionContext, 'cookie' | 'invalidLinks'> &
    PortalEndpointContext &
    PortalDeliveryContext;
  readonly ipRateLimiter: PerMinuteLimiter;
  /** Adds the operations of other features that need no session. */
  readonly addSignInOperations: (app: HttpServer) => void;
  /** Adds the portal operations of other features behind the same authentication. */
  readonly addOtherOperations: (visited: HttpServer, cookie: PageCookie) => void;
}

/** Per session. Far above what a person can cause, and low enough that one session cannot saturate the database. */
const requestsPerMinute = 1_200;

export async function portalRoutes(app: HttpServer, options: PortalRoutesOptions): Promise<void> {
  const { ipRateLimiter, addSignInOperations, addOtherOperations } = options;
  const { environment, streams, keys } = options.context;
  await pageApi(app, environment);
  const cookie = new PageCookie(environment, 'portal', portalSessionSeconds);
  const invalidLinks = new PerNetworkLimiter(
    30,
    'Too many invalid portal links from this IP address. Wait a minute and try again.',
  );
  const context = { ...options.context, cookie, invalidLinks };
  for (const { add } of portalSignInOperations) add(app, context);
  addSignInOperations(app);
  app.addHook('preClose', async () => streams.drain());
  await app.register(async (visited: HttpServer) => {
    portalMiddleware(visited, {
      cookie,
      keys,
      clock: options.context.clock,
      ipRateLimiter,
      portalLimit: new PerMinuteLimiter(
        requestsPerMinute,
        'Too many requests from this portal session. Wait a minute and try again.',
      ),
      findPortalPrincipal: (token) => findPortalPrincipal(context, token),
    });
    const operations = [...portalSessionOperations, ...portalEndpointOperations, ...portalDeliveryOperations];
    for (const { add } of operations) add(visited, context);
    addOtherOperations(visited, cookie);
  });
}
