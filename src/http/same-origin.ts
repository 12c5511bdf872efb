// Whether a request comes from our own pages, as far as its headers tell. Browsers set these headers by themselves and no
// page can change them; a caller that is no browser sends none, and has no visitor's cookie to misuse either.
import type { FastifyRequest } from 'fastify';
import { Problem } from '../lib/problem.ts';

export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // `same-site` is another port or subdomain: production and sandbox of one machine are that to each other.
  const isForeign = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  if (!isForeign && (origin === undefined || isOwn(origin, request.host, publicUrl))) return;
  throw Problem.of('request_not_trusted', 'This request does not come from our own pages.');
}

function isOwn(origin: string, host: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host.toLowerCase();
}
