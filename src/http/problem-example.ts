// Examples of errors for the published description, made by the code that makes the real ones.
import { Problem, type ProblemDetails } from '../lib/problem.ts';
import type { ProblemCode } from '../lib/problem-catalogue.ts';
import { errorBody } from './error-handler.ts';

/** Where the catalogue would be found; the real address differs from one environment to the next. */
export const exampleDocsUrl = 'https://api.example.com/docs/errors';

export function problemExample(code: ProblemCode, message: string, details: ProblemDetails = {}) {
  return errorBody(Problem.of(code, message, details), exampleDocsUrl);
}
