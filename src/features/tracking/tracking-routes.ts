// Tracking page under /track/{token} and its API under /track/api. Only the page uses the API, so it is not published.
// In the sandbox every link shows a notice; the portal has a preview (preview-routes.ts).
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { CREW_CHANGE_GRACE_MS } from '../../domain/booking/crew-change-grace.ts';
import type { IntendedArrival } from '../../domain/time/eta-forecast.ts';
import { PerNetworkLimiter } from '../../http/limits/per-network-limiter.ts';
import type { PageMap } from '../../http/operations/page-map.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import type { BuiltFiles } from '../../http/pages/static-files.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { pageApi } from '../../http/surfaces/portal-middleware.ts';
import { clientNetworkOf } from '../../lib/ip-network.ts';
import { Problem } from '../../lib/problem.ts';
import { routeGeometry } from '../locations/route-geometry.ts';
import { findRedelivery } from './find-redelivery.ts';
import { type ExpiredLink, type LinkContext, type ResolvedLink, resolveLink } from './resolve-link.ts';
import { sandboxPages, trackingPages } from './tracking-pages.ts';
import { TrackingChangeSchema, TrackingViewSchema } from './tracking-schemas.ts';
import type { TrackingSseHub } from './tracking-sse.ts';
import { presentTracking } from './tracking-view.ts';

export interface TrackingContext extends LinkContext, Pick<Context, 'router'> {
  /** Source of the base map. */
  readonly pageMap: () => Promise<PageMap>;
  /** What the plan of the day intends for a booking; empty without one. */
  readonly intendedArrivals: (bookingId: string) => Promise<readonly IntendedArrival[]>;
}

export interface TrackingRoutesOptions {
  readonly context: TrackingContext;
  readonly files: BuiltFiles;
  readonly streams: TrackingSseHub;
  /** Hosts of photos other than this server, for the content security policy. */
  readonly pictureHosts: readonly string[];
}

/** Tokens cannot be guessed; this limit protects the database from clients that try. */
const failuresPerMinute = 30;
/** High, because many phones may share one network address. */
const lookupsPerMinute = 1_200;

export async function trackingRoutes(app: HttpServer, options: TrackingRoutesOptions): Promise<void> {
  const { context, files, pictureHosts, streams } = options;
  if (context.environment.name === 'sandbox') {
    app.addHook('preClose', async () => streams.drain());
    return sandboxPages(app, { files, pictureHosts });
  }
  const follow = followLinks(context);
  await app.register(trackingPages, { follow, files, pictureHosts });
  await app.register(trackingApi, { ...context, follow, streams });
}

type LinkRequest = FastifyRequest<{ Params: { token?: string } }>;
export type Follow = (request: LinkRequest) => Promise<ResolvedLink | ExpiredLink>;

/** Resolves the link of a request; throws for an unknown one. Rate-limited by address. */
function followLinks(context: LinkContext): Follow {
  const lookups = new PerNetworkLimiter(
    lookupsPerMinute,
    'Too many requests from this address. Wait a minute.',
  );
  const failures = new PerNetworkLimiter(
    failuresPerMinute,
    'Too many invalid links were opened from this address. Wait a minute.',
  );
  return async ({ ip, params }) => {
    lookups.check(ip);
    failures.check(ip);
    lookups.count(ip);
    const link = await resolveLink(context, params.token ?? '');
    if (link.kind !== 'unknown') return link;
    failures.count(ip);
    throw Problem.of('not_found', 'There is no such link.');
  };
}

async function openLink(follow: Follow, request: LinkRequest): Promise<ResolvedLink> {
  const link = await follow(request);
  if (link.kind === 'expired') throw Problem.of('link_expired', 'This link has expired.');
  return link;
}

interface TrackingApiContext extends TrackingContext {
  readonly follow: Follow;
  readonly streams: TrackingSseHub;
}

const params = Type.Object({ token: Type.String() });
const { operation, stream } = pageOperations<TrackingApiContext>();

export const trackingOperations: readonly PageOperation<TrackingApiContext>[] = [
  operation({
    method: 'GET',
    path: '/track/api/:token',
    summary: 'The delivery; 404 for an unknown link, 410 for an expired one',
    params,
    responses: { 200: TrackingViewSchema },
    handler: async ({ context, request }) => {
      const { follow, environment, clock, pageMap, intendedArrivals } = context;
      const { booking, contact: viewer, sender, expiresAtMs } = await openLink(follow, request);
      const nowMs = clock.now().getTime();
      const { publicUrl } = environment;
      const [map, geometry, intended, redelivery] = await Promise.all([
        pageMap(),
        routeGeometry(context, booking),
        intendedArrivals(booking.id),
        findRedelivery(context, booking, viewer),
      ]);
      const crewChangeGraceMs = CREW_CHANGE_GRACE_MS;
      const link = { booking, viewer, sender, expiresAtMs };
      const known = { map, geometry, intended, redelivery };
      return presentTracking({ ...link, nowMs, crewChangeGraceMs, publicUrl, ...known });
    },
  }),

  stream({
    path: '/track/api/:token/stream',
    summary:
      'Events named `change` whenever the booking changes; the page then reloads the view. The server closes the ' +
      'connection on shutdown, when it may have missed a change, and after 30 minutes; the page reconnects and reloads.',
    params,
    event: TrackingChangeSchema,
    open: async ({ context: { follow, streams }, request }, connect) => {
      const { booking } = await openLink(follow, request);
      return streams.open(booking.id, clientNetworkOf(request.ip), connect);
    },
  }),
];

async function trackingApi(app: HttpServer, context: TrackingApiContext): Promise<void> {
  await pageApi(app, context.environment);
  app.addHook('preClose', async () => context.streams.drain());
  for (const { add } of trackingOperations) add(app, context);
}
