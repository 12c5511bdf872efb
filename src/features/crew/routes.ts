// Server side of the crew page, under /crew/api. Only the page uses it, so it is not published.
import { PerMinuteLimiter } from '../../http/limits/per-minute-limiter.ts';
import { PerNetworkLimiter } from '../../http/limits/per-network-limiter.ts';
import { acceptImagesOnly } from '../../http/server/image-body.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { crewMiddleware } from '../../http/surfaces/crew-middleware.ts';
import { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { pageApi } from '../../http/surfaces/portal-middleware.ts';
import { deviceCookieSeconds } from '../sign-in-throttle/known-device.ts';
import type { CrewContext } from './crew-context.ts';
import { crewPageOperations, crewPhotoOperations, crewSignInOperations } from './crew-routes.ts';
import { crewSessionSeconds, findCrewMember } from './crew-sessions.ts';
import type { CrewSseHub } from './crew-sse.ts';

export interface CrewOptions {
  readonly context: CrewContext;
  readonly ipRateLimiter: PerMinuteLimiter;
  readonly streams: CrewSseHub;
}

/** Far above what a phone sends, and low enough that one phone cannot overload the database. */
const requestsPerMinute = 600;

export async function crewRoutes(app: HttpServer, options: CrewOptions): Promise<void> {
  const { ipRateLimiter, streams } = options;
  const { environment, keys } = options.context;
  await pageApi(app, environment);
  const cookie = new PageCookie(environment, 'crew', crewSessionSeconds);
  const deviceCookie = new PageCookie(environment, 'device', deviceCookieSeconds);
  const invalidLinks = new PerNetworkLimiter(
    30,
    'Too many invalid links were opened from this address. Wait a minute.',
  );
  const context = { ...options.context, cookie, deviceCookie, streams, invalidLinks };
  for (const { add } of crewSignInOperations) add(app, context);
  app.addHook('preClose', async () => streams.drain());
  await app.register(async (gated: HttpServer) => {
    crewMiddleware(gated, {
      cookie,
      keys,
      ipRateLimiter,
      memberLimit: new PerMinuteLimiter(
        requestsPerMinute,
        'Too many requests from this phone. Wait a minute.',
      ),
      findMember: (token) => findCrewMember(context, token),
    });
    for (const { add } of crewPageOperations) add(gated, context);
    await gated.register(async (uploads: HttpServer) => {
      acceptImagesOnly(uploads);
      for (const { add } of crewPhotoOperations) add(uploads, context);
    });
  });
}
