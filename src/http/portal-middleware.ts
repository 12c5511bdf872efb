// JSON APIs of Waybill's own pages. `pageApi` (portal, crew page, tracking page): same-origin check, plain JSON errors.
// The portal also authenticates the session by cookie and requires a CSRF token for every write.
import cookies from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { KeyRing } from '../lib/key-ring.ts';
import { Problem } from '../lib/problem.ts';
import { requireWriteToken } from './csrf-token.ts';
import { answers, errorBody, logProblem, type RequestError, toProblem } from './error-handler.ts';
import type { PageCookie } from './page-cookie.ts';
import type { MinuteLimit } from './per-minute-limiter.ts';
import type { Visitor } from './portal-principal.ts';
import { requireSameOrigin } from './same-origin.ts';
import type { HttpServer } from './server.ts';
import { closedQuery } from './strict-query.ts';

export interface VisitorGate {
  readonly cookie: PageCookie;
  readonly keys: KeyRing;
  /** Resolves a session token; null if it is not valid. */
  readonly findVisitor: (token: string) => Promise<Visitor | null>;
  /** Per IP address, for invalid tokens. */
  readonly addressLimit: MinuteLimit;
  /** Per session. */
  readonly visitorLimit: MinuteLimit;
}

/** For all routes of a page's API, including those that create sessions. */
export async function pageApi(app: HttpServer, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(cookies);
  app.decorateRequest('visitor', null);
  app.addHook('onRoute', (route) => {
    const { querystring, ...schema } = route.schema ?? {};
    route.schema = { ...schema, querystring: closedQuery(querystring), hide: true };
  });
  app.addHook('onRequest', async (request) => requireSameOrigin(request, publicUrl));
  handleErrorsAsPlainJson(app, `${publicUrl}/docs/errors`);
}

/** For routes that require a portal session. */
export function visitorSurface(app: HttpServer, gate: VisitorGate): void {
  app.addHook('onRequest', async (request) => {
    const token = gate.cookie.read(request);
    const visitor = token ? await gate.findVisitor(token) : null;
    if (!token || !visitor) throw sessionEnded(request, gate, token);
    gate.visitorLimit.check(visitor.sessionId);
    gate.visitorLimit.count(visitor.sessionId);
    requireWriteToken(request, gate.keys, token);
    request.visitor = visitor;
  });
}

/** The portal session of the request. Only for routes behind the portal middleware. */
export function visitorOf(request: FastifyRequest): Visitor {
  if (!request.visitor) throw new Error('route requires the portal middleware');
  return request.visitor;
}

function sessionEnded(
  request: FastifyRequest,
  { addressLimit }: VisitorGate,
  token: string | undefined,
): Problem {
  if (token) {
    addressLimit.check(request.ip);
    addressLimit.count(request.ip);
  }
  return Problem.of('session_ended', 'The session is missing or has ended. Open a new portal link.');
}

function handleErrorsAsPlainJson(app: HttpServer, docsUrl: string): void {
  app.setErrorHandler((error: RequestError, request, reply) => {
    const problem = toProblem(error);
    logProblem(request, error, problem);
    if (problem.retryAfterSeconds !== null) reply.header('retry-after', problem.retryAfterSeconds);
    return reply
      .code(answers[problem.kind].status)
      .type('application/json')
      .send(errorBody(problem, docsUrl));
  });
}
