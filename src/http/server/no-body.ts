// For operations without a body: no body and an empty object are accepted, fields are refused as unknown parameters.
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../lib/problem.ts';
import { shownPath } from './param-path.ts';

export async function refuseBody({ body }: FastifyRequest): Promise<void> {
  if (body === undefined) return;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw Problem.of('invalid_parameter', 'The body must be empty or a JSON object without fields.');
  }
  const [name] = Object.keys(body);
  if (name === undefined) return;
  const param = shownPath(name);
  throw Problem.of('unknown_parameter', `${param} is not a parameter of this operation.`, { param });
}
