// CSRF token: pages send it with every write, besides the session cookie. It is derived from the session token, which
// other sites cannot read.
import type { FastifyRequest } from 'fastify';
import type { KeyRing } from '../lib/key-ring.ts';
import { Problem } from '../lib/problem.ts';

/** Value of `x-csrf-token` for all writes of this session. */
export function writeTokenOf(keys: KeyRing, sessionToken: string): string {
  return keys.sign(purposeOf(sessionToken));
}

/** Throws unless the request is a read or carries the CSRF token of the session. */
export function requireWriteToken(request: FastifyRequest, keys: KeyRing, sessionToken: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const given = request.headers['x-csrf-token'];
  if (typeof given === 'string' && keys.verify(purposeOf(sessionToken), given)) return;
  throw Problem.of(
    'request_not_trusted',
    'x-csrf-token is missing or of another session. Load the page again.',
  );
}

const purposeOf = (sessionToken: string) => `page write ${sessionToken}`;
