// CSRF token: pages send it with every write, besides the session cookie. It is signed for one session, so that other
// sites can neither read nor compute it.
import type { FastifyRequest } from 'fastify';
import type { KeyRing } from '../../lib/key-ring.ts';
import { Problem } from '../../lib/problem.ts';

/** Value of `x-csrf-token` for all writes of this session, which is named by its token or by an id of its own. */
export function csrfTokenOf(keys: KeyRing, session: string): string {
  return keys.sign(signedText(session));
}

/** Throws unless the request is a read or carries the CSRF token of the session. */
export function requireCsrfToken(request: FastifyRequest, keys: KeyRing, session: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const sent = request.headers['x-csrf-token'];
  if (typeof sent === 'string' && keys.verify(signedText(session), sent)) return;
  throw Problem.of(
    'request_not_trusted',
    'x-csrf-token is missing or belongs to another session. Reload the page.',
  );
}

const signedText = (session: string) => `page write ${session}`;
