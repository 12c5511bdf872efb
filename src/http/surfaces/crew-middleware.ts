// Authentication of the crew page's API: session cookie, and a CSRF token for every write. Cookies of partners,
// operators and the portal are not accepted here, nor is this one accepted there.
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../lib/actor.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import { Problem } from '../../lib/problem.ts';
import type { PerMinuteLimiter } from '../limits/per-minute-limiter.ts';
import type { HttpServer } from '../server/server.ts';
import type { CrewPrincipal } from './crew-principal.ts';
import { requireCsrfToken } from './csrf-token.ts';
import type { PageCookie } from './page-cookie.ts';

export interface CrewAuthOptions {
  readonly cookie: PageCookie;
  readonly keys: KeyRing;
  /** Resolves a session token to its crew member; null if it is not valid. */
  readonly findMember: (token: string) => Promise<CrewPrincipal | null>;
  /** Per IP address, for invalid tokens. */
  readonly ipRateLimiter: PerMinuteLimiter;
  /** Per session. */
  readonly memberLimit: PerMinuteLimiter;
}

export function crewMiddleware(app: HttpServer, gate: CrewAuthOptions): void {
  app.decorateRequest('crewMember', null);
  app.addHook('onRequest', async (request) => {
    const token = gate.cookie.read(request);
    const member = token ? await gate.findMember(token) : null;
    if (!token || !member) throw sessionEnded(request, gate, token);
    gate.memberLimit.check(member.sessionHash);
    gate.memberLimit.count(member.sessionHash);
    requireCsrfToken(request, gate.keys, token);
    request.crewMember = member;
  });
}

/** The authenticated crew member. Only for routes behind the crew middleware. */
export function crewMemberOf(request: FastifyRequest): CrewPrincipal {
  if (!request.crewMember) throw new Error('route requires the crew middleware');
  return request.crewMember;
}

export function crewActor(request: FastifyRequest): Actor {
  return {
    kind: 'crew_member',
    id: crewMemberOf(request).memberId,
    requestId: request.id,
    address: request.ip,
  };
}

function sessionEnded(
  request: FastifyRequest,
  { ipRateLimiter }: CrewAuthOptions,
  token: string | undefined,
): Problem {
  if (token) {
    ipRateLimiter.check(request.ip);
    ipRateLimiter.count(request.ip);
  }
  return Problem.of('session_ended', 'The session is missing or has ended. Sign in again.');
}
