// Reads the Bearer token of an Authorization header (RFC 6750).
import type { FastifyRequest } from 'fastify';

const pattern = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return pattern.exec(headers.authorization ?? '')?.[1];
}
