// Authentication of the partner API. Checks run in the order of the API contract: token (401), rate limit (429), scope
// (403), version (406). Bodies are parsed only afterwards.
import type { FastifyContextConfig, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Access, admits, scopesFor } from '../../domain/account/scopes.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { environmentOf } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import type { IpRateLimiter } from '../limits/ip-rate-limit.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { isOperatorPath } from '../operations/operator-path.ts';
import { inspectQueryOf } from '../server/body-parser.ts';
import { acceptsType, acceptsVersion2 } from '../server/media-type.ts';
import type { HttpServer } from '../server/server.ts';
import { strictQuery } from '../server/strict-query.ts';
import { bearerOf } from './bearer.ts';
import type { Principal } from './principal.ts';

export interface PartnerAuthOptions {
  /** Resolves a token to its principal; null if it is not valid. */
  readonly findPrincipal: (token: string) => Principal | null | Promise<Principal | null>;
  /** Records the use of a token, without waiting. `addressOf` returns the IP address of the caller. */
  readonly recordTokenUse: (tokenId: string, addressOf: () => string) => void;
  readonly rateLimit: RateLimit;
  readonly ipRateLimiter: IpRateLimiter;
  readonly environment: 'production' | 'sandbox';
}

/** Calls `done` if nothing is asynchronous, and returns a promise otherwise; the framework accepts both. */
type Hook = (...args: Parameters<onRequestHookHandler>) => void | Promise<void>;

export function partnerMiddleware(app: HttpServer, gate: PartnerAuthOptions): void {
  app.addHook('onRoute', (route) => {
    const { querystring, ...schema } = route.schema ?? {};
    route.schema = { ...schema, querystring: strictQuery(querystring) };
    if (querystring)
      route.preValidation = [inspectQueryOf(querystring), ...[route.preValidation ?? []].flat()];
    route.onRequest = [checkRequest(gate, route.config ?? {}), ...[route.onRequest ?? []].flat()];
  });
}

/** Most requests are checked synchronously, with a cached token and a cached rate limit lease. */
function checkRequest(gate: PartnerAuthOptions, { access, produces }: FastifyContextConfig): Hook {
  return (request, reply, done) => {
    const passed = mapMaybePromise(admit(request, reply, gate), (principal) => {
      if (access) requireScope(principal, access);
      requireVersion(request, produces);
    });
    return passed instanceof Promise ? passed : done();
  };
}

/**
 * For the root scope: requests to unknown paths and methods. Requests with a token count against the rate limit and get
 * its headers there too.
 */
export function countUnmatchedRequests(app: HttpServer, gate: PartnerAuthOptions): void {
  app.decorateRequest('principal', null);
  const countUnmatched: Hook = (request, reply, done) => {
    // Paths of the operator API are authenticated separately.
    const isCounted =
      request.is404 && !isOperatorPath(request.url) && /^Bearer /i.test(request.headers.authorization ?? '');
    const admitted = isCounted ? admit(request, reply, gate) : null;
    return admitted instanceof Promise ? admitted.then(() => {}) : done();
  };
  app.addHook('onRequest', countUnmatched);
}

function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  gate: PartnerAuthOptions,
): Principal | Promise<Principal> {
  return mapMaybePromise(authenticate(request, gate), (principal) => {
    request.principal = principal;
    gate.recordTokenUse(principal.tokenId, () => request.ip);
    return mapMaybePromise(gate.rateLimit.admit(principal.accountId, reply), () => principal);
  });
}

/** The authenticated principal. Only for routes behind the partner middleware. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error('route requires the partner middleware');
  return request.principal;
}

/** The user of the access token, or its API client if it belongs to no user; the person who is signed in to the portal. */
export function partnerActor(request: FastifyRequest): AccountActor {
  const { accountId } = principalOf(request);
  return { ...actorOf(principalOf(request)), accountId, requestId: request.id, address: request.ip };
}

function actorOf({ userId, clientId, portalMemberId }: Principal): Pick<AccountActor, 'kind' | 'id'> {
  if (portalMemberId) return { kind: 'portal_member', id: portalMemberId };
  return userId ? { kind: 'user', id: userId } : { kind: 'client', id: clientId };
}

function authenticate(request: FastifyRequest, gate: PartnerAuthOptions): Principal | Promise<Principal> {
  const token = bearerOf(request);
  const found = token ? gate.findPrincipal(token) : null;
  return mapMaybePromise(found, (principal) => principal ?? refuseToken(request, token, gate));
}

function refuseToken(request: FastifyRequest, token: string | undefined, gate: PartnerAuthOptions): never {
  // Checked only after authentication failed: invalid requests must not block partners behind the same IP address.
  gate.ipRateLimiter.check(request.ip);
  gate.ipRateLimiter.count(request.ip);
  request.refusedToken = token ?? null;
  throw Problem.of('invalid_token', invalidTokenMessage(token, gate.environment));
}

function invalidTokenMessage(
  token: string | undefined,
  environment: PartnerAuthOptions['environment'],
): string {
  if (!token) return 'The access token is missing. Send it as Authorization: Bearer <token>.';
  const tokenEnvironment = environmentOf(token) ?? environment;
  if (tokenEnvironment !== environment)
    return `The access token belongs to ${tokenEnvironment}, but this server is ${environment}.`;
  return 'The access token is unknown, was revoked or belongs to another environment.';
}

function requireScope(principal: Principal, access: Access): void {
  if (admits(principal.scopes, access)) return;
  const wanted = scopesFor(access).join(', ');
  throw Problem.of('insufficient_scope', `The access token requires one of the scopes ${wanted}.`);
}

function requireVersion({ headers }: FastifyRequest, produces: string | undefined): void {
  const { accept } = headers;
  if (acceptsVersion2(accept) || (produces !== undefined && acceptsType(accept ?? '', produces))) return;
  throw Problem.of('unsupported_version', 'Send Accept: application/vnd.service+json; version=2.');
}
