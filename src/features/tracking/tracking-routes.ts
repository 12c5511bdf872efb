// Tracking page under /track/{token} and its API under /track/api. Internal to the page, hence not in the OpenAPI
// description; tracking-wire.ts is its contract. In the sandbox every link shows a notice.
import type { FastifyRequest } from 'fastify';
import type { MapTiles } from '../../config/tracking-config.ts';
import { PerMinuteLimiter } from '../../http/limits/per-minute-limiter.ts';
import type { BuiltFiles } from '../../http/pages/static-files.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { openSseConnection } from '../../http/server/sse-connection.ts';
import { pageApi } from '../../http/surfaces/portal-middleware.ts';
import { Problem } from '../../lib/problem.ts';
import { type LinkContext, type ResolvedLink, resolveLink } from './resolve-link.ts';
import { sandboxPages, trackingPages } from './tracking-pages.ts';
import type { TrackingSseHub } from './tracking-sse.ts';
import { presentTracking } from './tracking-view.ts';

export interface TrackingRoutesOptions {
  readonly context: LinkContext;
  readonly files: BuiltFiles;
  readonly streams: TrackingSseHub;
  readonly tiles: MapTiles | null;
  /** Hosts of photos other than this server, for the content security policy. */
  readonly pictureHosts: readonly string[];
}

/** Tokens cannot be guessed; this limit protects the database from clients that try. */
const failuresPerMinute = 30;
/** High, because many phones may share one network address. */
const lookupsPerMinute = 1_200;

export async function trackingRoutes(app: HttpServer, options: TrackingRoutesOptions): Promise<void> {
  const { context, files, pictureHosts } = options;
  if (context.environment.name === 'sandbox') return sandboxPages(app);
  const follow = followLinks(context);
  await app.register(trackingPages, { follow, files, pictureHosts });
  await app.register(trackingApi, { ...options, follow });
}

export type Follow = (request: FastifyRequest<{ Params: { token?: string } }>) => Promise<ResolvedLink>;

/** Resolves the link of a request or throws. Rate-limited by address. */
function followLinks(context: LinkContext): Follow {
  const lookups = new PerMinuteLimiter(
    lookupsPerMinute,
    'Too many requests from this address. Wait a minute.',
  );
  const failures = new PerMinuteLimiter(
    failuresPerMinute,
    'Too many invalid links were opened from this address. Wait a minute.',
  );
  return async ({ ip, params }) => {
    lookups.check(ip);
    failures.check(ip);
    lookups.count(ip);
    const link = await resolveLink(context, params.token ?? '');
    if (link.kind === 'open') return link;
    if (link.kind === 'expired') throw Problem.of('link_expired', 'This link has expired.');
    failures.count(ip);
    throw Problem.of('not_found', 'There is no such link.');
  };
}

async function trackingApi(
  app: HttpServer,
  { context, streams, tiles, follow }: TrackingRoutesOptions & { readonly follow: Follow },
): Promise<void> {
  const { publicUrl } = context.environment;
  await pageApi(app, { publicUrl });
  app.addHook('preClose', async () => streams.drain());
  const map = tiles && { tile_url: tiles.url, attribution: tiles.attribution };

  app.get<{ Params: { token: string } }>('/track/api/:token', async (request, reply) => {
    const { booking, contact: viewer, sender, expiresAtMs } = await follow(request);
    const nowMs = context.clock.now().getTime();
    const view = presentTracking({ booking, viewer, sender, expiresAtMs, nowMs, publicUrl, map });
    return reply.type('application/json').send(view);
  });

  app.get<{ Params: { token: string } }>(
    '/track/api/:token/stream',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { booking } = await follow(request);
      const close = streams.open(booking.id, request.ip, () => openSseConnection(reply));
      reply.raw.on('close', close);
      return reply;
    },
  );
}
