// The catalogue of codes as a caller meets them: with status and type. The description, docs/guides/errors.md and the page behind
// `doc_url` are made from it.
import { type ProblemCode, problemCatalogue } from '../lib/problem-catalogue.ts';
import { answers, type ErrorType } from './error-handler.ts';

export interface ErrorEntry {
  readonly code: ProblemCode;
  readonly status: number;
  readonly type: ErrorType;
  readonly meaning: string;
  readonly remedy: string;
}

const codes = Object.keys(problemCatalogue) as ProblemCode[];

/** In the order of their statuses, and within one in that of the catalogue. */
export const catalogueEntries: readonly ErrorEntry[] = codes
  .map((code) => {
    const { kind, meaning, remedy } = problemCatalogue[code];
    return { code, ...answers[kind], meaning, remedy };
  })
  .sort((one, other) => one.status - other.status);
