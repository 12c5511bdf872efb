// What our pages send with every write beside their cookie: a token of that session which no other site can read.
import type { FastifyRequest } from 'fastify';
import type { KeyRing } from '../lib/key-ring.ts';
import { Problem } from '../lib/problem.ts';

/** What a page must send as `x-csrf-token` with every write of this session. */
export function writeTokenOf(keys: KeyRing, sessionToken: string): string {
  return keys.sign(purposeOf(sessionToken));
}

/** Whether the request carries the token, if it is one that changes something. */
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
