// Same-origin check by the headers that browsers set and pages cannot change. Clients other than browsers send none of
// them, and carry no cookies of a user that could be abused.
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../lib/problem.ts';

export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // `same-site` is another port or subdomain, such as the other environment on the same host: refused.
  const isForeign = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  if (!isForeign && (origin === undefined || isSameOrigin(origin, request.host, publicUrl))) return;
  throw Problem.of('request_not_trusted', 'The request was sent by another site.');
}

function isSameOrigin(origin: string, host: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host.toLowerCase();
}
