// The gate in front of every partner route, in the order the contract's answers promise: who are you (401), not so fast
// (429), may you (403), do we speak the same version (406). Bodies are read only after it.
import type { FastifyContextConfig, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Access, admits, scopesFor } from '../domain/scopes.ts';
import { whenKnown } from '../lib/maybe-promise.ts';
import { environmentOf } from '../lib/opaque-token.ts';
import { Problem } from '../lib/problem.ts';
import { bearerOf } from './bearer.ts';
import { inspectQueryOf } from './body-parser.ts';
import type { AddressLimit } from './ip-rate-limit.ts';
import { acceptsType, acceptsVersion2 } from './media-type.ts';
import { isOperatorPath } from './operator-path.ts';
import type { Principal } from './principal.ts';
import type { RateLimit } from './rate-limit.ts';
import type { HttpServer } from './server.ts';
import { closedQuery } from './strict-query.ts';

export interface PartnerGate {
  /** Answers whose token this is, or null. */
  readonly findPrincipal: (token: string) => Principal | null | Promise<Principal | null>;
  readonly rateLimit: RateLimit;
  readonly addressLimit: AddressLimit;
  readonly environment: 'production' | 'sandbox';
}

/** Calls back when it has nothing to wait for, and promises otherwise; the framework takes either. */
type Hook = (...args: Parameters<onRequestHookHandler>) => void | Promise<void>;

export function partnerSurface(app: HttpServer, gate: PartnerGate): void {
  app.addHook('onRoute', (route) => {
    const { querystring, ...schema } = route.schema ?? {};
    route.schema = { ...schema, querystring: closedQuery(querystring) };
    if (querystring)
      route.preValidation = [inspectQueryOf(querystring), ...[route.preValidation ?? []].flat()];
    route.onRequest = [keeper(gate, route.config ?? {}), ...[route.onRequest ?? []].flat()];
  });
}

/** Most requests pass without waiting for anything: their token and their lease are at hand. */
function keeper(gate: PartnerGate, { access, produces }: FastifyContextConfig): Hook {
  return (request, reply, done) => {
    const passed = whenKnown(admit(request, reply, gate), (principal) => {
      if (access) requireScope(principal, access);
      requireVersion(request, produces);
    });
    return passed instanceof Promise ? passed : done();
  };
}

/**
 * For the root, before any route: calls to addresses and methods that nobody offers. Whoever shows a token there is
 * counted and told where it stands, as everywhere.
 */
export function watchStrayCalls(app: HttpServer, gate: PartnerGate): void {
  app.decorateRequest('principal', null);
  const watch: Hook = (request, reply, done) => {
    const isStray = request.is404 || request.routeOptions.config.methodNotOffered;
    // Operators' addresses have a gate of their own.
    const isCounted =
      isStray && !isOperatorPath(request.url) && /^Bearer /i.test(request.headers.authorization ?? '');
    const admitted = isCounted ? admit(request, reply, gate) : null;
    return admitted instanceof Promise ? admitted.then(() => {}) : done();
  };
  app.addHook('onRequest', watch);
}

function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  gate: PartnerGate,
): Principal | Promise<Principal> {
  return whenKnown(authenticate(request, gate), (principal) => {
    request.principal = principal;
    return whenKnown(gate.rateLimit.admit(principal.accountId, reply), () => principal);
  });
}

/** The caller of a partner route; the gate has made sure there is one. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error('a partner route outside the partner surface');
  return request.principal;
}

function authenticate(request: FastifyRequest, gate: PartnerGate): Principal | Promise<Principal> {
  const token = bearerOf(request);
  const found = token ? gate.findPrincipal(token) : null;
  return whenKnown(found, (principal) => principal ?? refuseStranger(request, token, gate));
}

function refuseStranger(request: FastifyRequest, token: string | undefined, gate: PartnerGate): never {
  // Only now: strangers at an address must not shut out the partners who share it.
  gate.addressLimit.check(request.ip);
  gate.addressLimit.count(request.ip);
  request.refusedToken = token ?? null;
  throw Problem.of('invalid_token', refusal(token, gate.environment));
}

function refusal(token: string | undefined, environment: PartnerGate['environment']): string {
  if (!token) return 'Send an access token: Authorization: Bearer <token>.';
  const home = environmentOf(token) ?? environment;
  if (home !== environment) return `This is ${environment}; the access token belongs to ${home}.`;
  return 'The access token is not valid here, or was revoked.';
}

function requireScope(principal: Principal, access: Access): void {
  if (admits(principal.scopes, access)) return;
  const wanted = scopesFor(access).join(', ');
  throw Problem.of('insufficient_scope', `The access token needs one of the scopes ${wanted}.`);
}

function requireVersion({ headers }: FastifyRequest, produces: string | undefined): void {
  const { accept } = headers;
  if (acceptsVersion2(accept) || (produces !== undefined && acceptsType(accept ?? '', produces))) return;
  throw Problem.of('unsupported_version', 'Send Accept: application/vnd.service+json; version=2.');
}
