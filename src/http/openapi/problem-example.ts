// Error examples for the OpenAPI document, built by the code that builds the real responses.
import { Problem, type ProblemDetails } from '../../lib/problem.ts';
import type { ProblemCode } from '../../lib/problem-catalogue.ts';
import { errorBody } from '../server/error-handler.ts';

/** Placeholder: the real URL differs between environments. */
export const exampleDocsUrl = 'https://api.example.com/docs/errors';

export function problemExample(code: ProblemCode, message: string, details: ProblemDetails = {}) {
  return errorBody(Problem.of(code, message, details), exampleDocsUrl);
}
