// For operations of which every field may be left out: then the body may be left out itself. One that says `null` is there, and
// not of the kind that is wanted.
import type { FastifyRequest } from 'fastify';

export async function optionalBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}
