// Server side of the crew page, under /crew/api. Internal to the page, hence not in the OpenAPI description;
// crew-wire.ts is its contract.
import { PerMinuteLimiter } from '../../http/limits/per-minute-limiter.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { crewMiddleware } from '../../http/surfaces/crew-middleware.ts';
import { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { pageApi } from '../../http/surfaces/portal-middleware.ts';
import type { CrewContext } from './crew-context.ts';
import { crewPageRoutes, crewPhotoRoutes, crewSignInRoutes } from './crew-routes.ts';
import { crewSessionSeconds, findCrewMember } from './crew-sessions.ts';
import type { CrewSseHub } from './crew-sse.ts';

export interface CrewOptions {
  readonly context: CrewContext;
  readonly ipRateLimiter: PerMinuteLimiter;
  readonly streams: CrewSseHub;
}

/** Far above what a phone sends, and low enough that one phone cannot overload the database. */
const requestsPerMinute = 600;

export async function crewRoutes(
  app: HttpServer,
  { context, ipRateLimiter, streams }: CrewOptions,
): Promise<void> {
  await pageApi(app, context.environment);
  const cookie = new PageCookie(context.environment, 'crew', crewSessionSeconds);
  const options = { context, cookie, streams };
  await crewSignInRoutes(app, options);
  await app.register(async (gated: HttpServer) => {
    crewMiddleware(gated, {
      cookie,
      keys: context.keys,
      ipRateLimiter,
      memberLimit: new PerMinuteLimiter(
        requestsPerMinute,
        'Too many requests from this phone. Wait a minute.',
      ),
      findMember: (token) => findCrewMember(context, token),
    });
    await crewPageRoutes(gated, options);
    await gated.register(crewPhotoRoutes, options);
  });
}
