// The gate in front of what the crew's page asks: a cookie says whose session it is, and every write carries the token of
// that session. Partners', operators' and visitors' cookies mean nothing here, and this one means nothing to them.
import type { FastifyRequest } from 'fastify';
import type { KeyRing } from '../lib/key-ring.ts';
import { Problem } from '../lib/problem.ts';
import type { CrewPrincipal } from './crew-principal.ts';
import { requireWriteToken } from './csrf-token.ts';
import type { PageCookie } from './page-cookie.ts';
import type { MinuteLimit } from './per-minute-limiter.ts';
import type { HttpServer } from './server.ts';

export interface CrewGate {
  readonly cookie: PageCookie;
  readonly keys: KeyRing;
  /** Whose session this token is, or null. */
  readonly findMember: (token: string) => Promise<CrewPrincipal | null>;
  /** By address, for tokens that are nobody's. */
  readonly addressLimit: MinuteLimit;
  /** By session. */
  readonly memberLimit: MinuteLimit;
}

export function crewSurface(app: HttpServer, gate: CrewGate): void {
  app.decorateRequest('crewMember', null);
  app.addHook('onRequest', async (request) => {
    const token = gate.cookie.read(request);
    const member = token ? await gate.findMember(token) : null;
    if (!token || !member) throw refuse(request, gate, token);
    gate.memberLimit.check(member.sessionId);
    gate.memberLimit.count(member.sessionId);
    requireWriteToken(request, gate.keys, token);
    request.crewMember = member;
  });
}

/** Who asks, on a route behind the surface. */
export function crewMemberOf(request: FastifyRequest): CrewPrincipal {
  if (!request.crewMember) throw new Error('a route for crews outside the crew surface');
  return request.crewMember;
}

function refuse(request: FastifyRequest, { addressLimit }: CrewGate, token: string | undefined): Problem {
  if (token) {
    addressLimit.check(request.ip);
    addressLimit.count(request.ip);
  }
  return Problem.of('session_ended', 'Nobody is signed in here, or the session has ended. Sign in again.');
}
