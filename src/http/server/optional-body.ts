// For operations without required fields: the body can be omitted and defaults to an empty object. An explicit `null`
// is still refused by validation.
import type { FastifyRequest, RouteOptions } from 'fastify';

export async function optionalBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

/** Whether the body of a route is optional, for the OpenAPI document. */
export function hasOptionalBody({ preValidation = [] }: Pick<RouteOptions, 'preValidation'>): boolean {
  return [preValidation].flat().some((hook) => hook === optionalBody);
}
