// JSON APIs of Waybill's own pages. `pageApi` (portal, crew page, tracking page): same-origin check, plain JSON errors.
// The portal also authenticates the session by cookie, requires a CSRF token for every write, and checks the scopes of the
// session: it never has more than the access token that opened it had.
import cookies from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { admits, scopesFor } from '../../domain/account/scopes.ts';
import { confirmedUntil } from '../../domain/account/step-up.ts';
import type { AccountActor } from '../../lib/actor.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import { Problem } from '../../lib/problem.ts';
import type { PerMinuteLimiter } from '../limits/per-minute-limiter.ts';
import {
  answers,
  errorBody,
  logProblem,
  type RequestError,
  setRetryHeaders,
  toProblem,
} from '../server/error-handler.ts';
import type { PortalAccess } from '../server/route-config.ts';
import type { HttpServer } from '../server/server.ts';
import { strictQuery } from '../server/strict-query.ts';
import { requireCsrfToken } from './csrf-token.ts';
import type { PageCookie } from './page-cookie.ts';
import type { PortalPrincipal } from './portal-principal.ts';
import { requireSameOrigin } from './same-origin.ts';

export interface PortalAuthOptions {
  readonly cookie: PageCookie;
  readonly keys: KeyRing;
  readonly clock: Clock;
  /** Resolves a session token; null if it is not valid. */
  readonly findPortalPrincipal: (token: string) => Promise<PortalPrincipal | null>;
  /** Per IP address, for invalid tokens. */
  readonly ipRateLimiter: PerMinuteLimiter;
  /** Per session. */
  readonly portalLimit: PerMinuteLimiter;
}

/** For all routes of a page's API, including those that create sessions. */
export async function pageApi(app: HttpServer, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(cookies);
  app.decorateRequest('visitor', null);
  app.addHook('onRoute', (route) => {
    const { querystring, ...schema } = route.schema ?? {};
    route.schema = { ...schema, querystring: strictQuery(querystring), hide: true };
  });
  app.addHook('onRequest', async (request) => requireSameOrigin(request, publicUrl));
  handleErrorsAsPlainJson(app, `${publicUrl}/docs/errors`);
}

/** For routes that require a portal session. */
export function portalMiddleware(app: HttpServer, gate: PortalAuthOptions): void {
  app.addHook('onRoute', ({ config, method, url }) => {
    if (!config?.portalAccess && !config?.access)
      throw new Error(`the portal route ${String(method)} ${url} declares no access`);
  });
  app.addHook('onRequest', async (request) => {
    const token = gate.cookie.read(request);
    const visitor = token ? await gate.findPortalPrincipal(token) : null;
    if (!token || !visitor) throw sessionEnded(request, gate, token);
    gate.portalLimit.check(visitor.sessionId);
    gate.portalLimit.count(visitor.sessionId);
    requireCsrfToken(request, gate.keys, visitor.sessionId);
    request.visitor = visitor;
    const { portalAccess, access, needsPortalStepUp } = request.routeOptions.config;
    // Partner operations declare the access that a token needs; the session has the scopes of its token.
    const needed = portalAccess ?? access;
    if (needed !== undefined) requireAccess(visitor, needed);
    if (needsPortalStepUp) requireStepUp(visitor, gate.clock.now());
  });
}

function requireAccess({ scopes }: PortalPrincipal, access: PortalAccess): void {
  if (access === 'session' || admits(scopes, access)) return;
  throw Problem.of(
    'insufficient_scope',
    `The access token that opened the portal has none of the scopes ${scopesFor(access).join(', ')}.`,
  );
}

function requireStepUp({ confirmedAt, member }: PortalPrincipal, now: Date): void {
  if (confirmedUntil(confirmedAt, now)) return;
  throw Problem.of(
    'step_up_required',
    member === null
      ? 'Enter the client secret of the client that opened the portal to continue. You are asked again after 10 minutes.'
      : 'Sign in again with a new link by e-mail to continue. This is needed 10 minutes after each sign-in.',
  );
}

/** The portal session of the request. Only for routes behind the portal middleware. */
export function portalPrincipalOf(request: FastifyRequest): PortalPrincipal {
  if (!request.visitor) throw new Error('route requires the portal middleware');
  return request.visitor;
}

/** The person who is signed in, or the client or user that created the portal link. */
export function portalActor(request: FastifyRequest): AccountActor {
  const { accountId, createdBy } = portalPrincipalOf(request);
  return { ...createdBy, accountId, requestId: request.id, address: request.ip };
}

function sessionEnded(
  request: FastifyRequest,
  { ipRateLimiter }: PortalAuthOptions,
  token: string | undefined,
): Problem {
  if (token) {
    ipRateLimiter.check(request.ip);
    ipRateLimiter.count(request.ip);
  }
  return Problem.of('session_ended', 'The session is missing or has ended. Open a new portal link.');
}

function handleErrorsAsPlainJson(app: HttpServer, docsUrl: string): void {
  app.setErrorHandler((error: RequestError, request, reply) => {
    const problem = toProblem(error);
    logProblem(request, error, problem);
    setRetryHeaders(reply, problem);
    return reply
      .code(answers[problem.kind].status)
      .type('application/json')
      .send(errorBody(problem, docsUrl));
  });
}
