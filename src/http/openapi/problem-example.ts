// Error examples for the OpenAPI document, built by the code that builds the real responses.
import { Type } from 'typebox';
import { Problem, type ProblemDetails } from '../../lib/problem.ts';
import type { ProblemCode } from '../../lib/problem-catalogue.ts';
import { answer, ErrorSchema } from '../operations/schemas.ts';
import { errorBody } from '../server/error-handler.ts';

/** Placeholder: the real URL differs between environments. */
export const exampleDocsUrl = 'https://api.example.com/docs/errors';

export function problemExample(code: ProblemCode, message: string, details: ProblemDetails = {}) {
  return errorBody(exampleOf(code, message, details), exampleDocsUrl);
}

export function exampleOf(code: ProblemCode, message: string, details: ProblemDetails = {}): Problem {
  return code === 'rate_limit_exceeded' || code === 'temporarily_blocked'
    ? Problem.rateLimited(code, message, { limit: 300, retryAfterSeconds: 17 })
    : Problem.of(code, message, details);
}

/** Response if no object has the id in the path. */
export function noSuch(noun: string) {
  return answer(ErrorSchema, `There is no such ${noun}.`, [
    problemExample('not_found', `No ${noun} has this id.`),
  ]);
}

/** Path parameters of an object. */
export function idParams(noun: string) {
  return Type.Object({ id: Type.String({ description: `Id of the ${noun}.` }) });
}
