// CSRF token: pages send it with every write, besides the session cookie. It is derived from the session token, which
// other sites cannot read.
import type { FastifyRequest } from 'fastify';
import type { KeyRing } from '../../lib/key-ring.ts';
import { Problem } from '../../lib/problem.ts';

/** Value of `x-csrf-token` for all writes of this session. */
export function csrfTokenOf(keys: KeyRing, sessionToken: string): string {
  return keys.sign(signedText(sessionToken));
}

/** Throws unless the request is a read or carries the CSRF token of the session. */
export function requireCsrfToken(request: FastifyRequest, keys: KeyRing, sessionToken: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const sent = request.headers['x-csrf-token'];
  if (typeof sent === 'string' && keys.verify(signedText(sessionToken), sent)) return;
  throw Problem.of(
    'request_not_trusted',
    'x-csrf-token is missing or belongs to another session. Reload the page.',
  );
}

const signedText = (sessionToken: string) => `page write ${sessionToken}`;
