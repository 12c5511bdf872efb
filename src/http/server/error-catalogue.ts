// The error catalogue with HTTP status and error type. Source of the OpenAPI document, docs/guides/errors.md and the
// page behind `doc_url`.
import { type ProblemCode, problemCatalogue } from '../../lib/problem-catalogue.ts';
import { answers, type ErrorType } from './error-handler.ts';

export interface ErrorEntry {
  readonly code: ProblemCode;
  readonly status: number;
  readonly type: ErrorType;
  readonly meaning: string;
  readonly remedy: string;
}

const codes = Object.keys(problemCatalogue) as ProblemCode[];

/** Ordered by status, then by position in the catalogue. */
export const catalogueEntries: readonly ErrorEntry[] = codes
  .map((code) => {
    const { kind, meaning, remedy } = problemCatalogue[code];
    return { code, ...answers[kind], meaning, remedy };
  })
  .sort((one, other) => one.status - other.status);
