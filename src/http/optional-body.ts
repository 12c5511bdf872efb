// For operations of which every field may be left out: then the body may be left out itself. One that says `null` is there, and
// not of the kind that is wanted.
import type { FastifyRequest, RouteOptions } from 'fastify';

export async function optionalBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

/** Whether a route lets callers leave its body out, for its description. */
export function hasOptionalBody({ preValidation = [] }: Pick<RouteOptions, 'preValidation'>): boolean {
  return [preValidation].flat().some((hook) => hook === optionalBody);
}
