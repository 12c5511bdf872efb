// Authentication of the operator API, by session cookie (console) or bearer token (scripts). Checks in order: identity
// (401), rate limit (429), role and step-up (403). Tokens and cookies of partners are not accepted.
import cookies from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasRole } from '../../domain/account/operator-role.ts';
import type { Actor } from '../../lib/actor.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import { environmentOf } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import type { PerMinuteLimiter } from '../limits/per-minute-limiter.ts';
import { inspectQueryOf } from '../server/body-parser.ts';
import { logProblem, type RequestError, sendPlainProblem, toProblem } from '../server/error-handler.ts';
import type { HttpServer } from '../server/server.ts';
import { strictQuery } from '../server/strict-query.ts';
import { bearerOf } from './bearer.ts';
import { requireCsrfToken } from './csrf-token.ts';
import type { OperatorPrincipal } from './operator-principal.ts';
import type { PageCookie } from './page-cookie.ts';
import { requireSameOrigin } from './same-origin.ts';

interface SessionUse {
  readonly carrier: 'cookie' | 'token';
  /** Whether the request counts as use of the session, which would otherwise end after the idle time. */
  readonly isUse: boolean;
}

export interface OperatorAuthOptions {
  readonly environment: { readonly name: string; readonly publicUrl: string };
  readonly cookie: PageCookie;
  readonly keys: KeyRing;
  /** Resolves a token to its operator; null if not valid. Tokens and cookies are not interchangeable. */
  readonly findOperator: (token: string, use: SessionUse) => Promise<OperatorPrincipal | null>;
  /** Per IP address, for invalid tokens. */
  readonly ipRateLimiter: PerMinuteLimiter;
  /** Per session. */
  readonly operatorLimit: PerMinuteLimiter;
}

/** For all operator routes, including sign-in: strict queries, plain JSON, error handler. */
export async function operatorApi(app: HttpServer, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(cookies);
  app.decorateRequest('operator', null);
  app.addHook('onRoute', (route) => {
    const { querystring, ...schema } = route.schema ?? {};
    route.schema = { ...schema, querystring: strictQuery(querystring) };
    if (querystring)
      route.preValidation = [inspectQueryOf(querystring), ...[route.preValidation ?? []].flat()];
  });
  const docsUrl = `${publicUrl}/docs/errors`;
  app.setErrorHandler((error: RequestError, request, reply) => {
    const problem = bodyProblem(error, request) ?? toProblem(error);
    logProblem(request, error, problem);
    return sendPlainProblem(reply, problem, docsUrl);
  });
}

/** For routes that require an operator, and for unknown paths under /operator. */
export function operatorMiddleware(app: HttpServer, gate: OperatorAuthOptions): void {
  app.addHook('onRequest', async (request) => {
    // 405 needs no sign-in.
    if (request.otherMethods) return;
    const operator = await authenticate(request, gate);
    request.operator = operator;
    gate.operatorLimit.check(operator.sessionHash);
    gate.operatorLimit.count(operator.sessionHash);
    requireRole(request, operator);
    if (request.routeOptions.config.needsStepUp) requireStepUp(operator);
  });
  app.setNotFoundHandler((_request: FastifyRequest, _reply: FastifyReply) => {
    throw Problem.of('not_found', 'No resource exists at this path.');
  });
}

/** The authenticated operator. Only for routes behind the operator middleware. */
export function operatorOf(request: FastifyRequest): OperatorPrincipal {
  if (!request.operator) throw new Error('route requires the operator middleware');
  return request.operator;
}

export function operatorActor(request: FastifyRequest): Actor {
  return { kind: 'operator', id: operatorOf(request).operatorId, requestId: request.id, address: request.ip };
}

async function authenticate(request: FastifyRequest, gate: OperatorAuthOptions): Promise<OperatorPrincipal> {
  // An Authorization header is explicit and takes precedence over cookies, which browsers add automatically.
  if (request.headers.authorization !== undefined) return authenticateToken(request, gate);
  const token = gate.cookie.read(request);
  if (token === undefined) throw sessionEnded('Sign in with POST /operator/sessions.');
  requireSameOrigin(request, gate.environment.publicUrl);
  const operator = await gate.findOperator(token, { carrier: 'cookie', isUse: isUse(request) });
  if (!operator) throw countFailure(request, gate, sessionEnded('The session has ended. Sign in again.'));
  requireCsrfToken(request, gate.keys, operator.sessionId);
  return operator;
}

async function authenticateToken(
  request: FastifyRequest,
  gate: OperatorAuthOptions,
): Promise<OperatorPrincipal> {
  const token = bearerOf(request);
  const use = { carrier: 'token', isUse: isUse(request) } as const;
  const operator = token === undefined ? null : await gate.findOperator(token, use);
  if (operator) return operator;
  throw countFailure(
    request,
    gate,
    Problem.of('invalid_token', invalidTokenMessage(token, gate.environment.name)),
  );
}

/**
 * Event streams reconnect without a person, and pages mark the requests of hidden tabs with `X-Session-Use: none`: a
 * hidden page ends with the idle time.
 */
function isUse({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isPassive !== true && headers['x-session-use'] !== 'none';
}

function invalidTokenMessage(token: string | undefined, environment: string): string {
  const tokenEnvironment = (token && environmentOf(token)) || environment;
  if (tokenEnvironment !== environment)
    return `The token belongs to ${tokenEnvironment}, but this server is ${environment}.`;
  return 'The operator token is not valid, or its session has ended. Create one with POST /operator/sessions.';
}

function sessionEnded(message: string): Problem {
  return Problem.of('session_ended', message);
}

function countFailure(
  request: FastifyRequest,
  { ipRateLimiter }: OperatorAuthOptions,
  problem: Problem,
): Problem {
  ipRateLimiter.check(request.ip);
  ipRateLimiter.count(request.ip);
  return problem;
}

function requireRole(request: FastifyRequest, { role, secondFactor }: OperatorPrincipal): void {
  const { role: needed, isBeforeSecondFactor = false } = request.routeOptions.config;
  if (secondFactor === 'required' && !isBeforeSecondFactor)
    throw Problem.of('second_factor_not_set_up', 'You need a second factor. Set it up first.');
  if (!needed || hasRole(role, needed)) return;
  throw Problem.of('insufficient_role', `This operation requires the role ${needed}; your role is ${role}.`);
}

/** For operations that are sensitive in all cases, declare `needsStepUp` instead. */
export function requireStepUp({ confirmedUntil }: OperatorPrincipal): void {
  if (confirmedUntil !== null) return;
  throw Problem.of(
    'step_up_required',
    'This operation requires that you proved your identity within the last 10 minutes. Confirm your session with POST /operator/session/confirmation, then repeat the request.',
  );
}

/** Body errors with the limits of the route: media types and size differ between operator routes. */
function bodyProblem(error: RequestError, { routeOptions }: FastifyRequest): Problem | null {
  const { bodyLimit, config } = routeOptions;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const types = config.uploads?.join(' or ') ?? 'application/json';
    return Problem.of('unsupported_media_type', `Send the body as ${types}.`);
  }
  if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE' || bodyLimit === undefined) return null;
  const size = bodyLimit >= 1024 ** 2 ? `${bodyLimit / 1024 ** 2} MB` : `${bodyLimit / 1024} KB`;
  return Problem.of('body_too_large', `The body is larger than ${size}.`);
}
