// The one error class of the domain and use cases, independent of HTTP. http/server/error-handler.ts maps it to statuses and
// wire fields.
import { type ProblemCode, problemCatalogue } from './problem-catalogue.ts';
import type { ProblemKind } from './problem-entry.ts';

export interface ProblemDetails {
  /** Exact path of the offending parameter, e.g. `stops[2].location`. */
  readonly param?: string;
  readonly retryAfterSeconds?: number;
  /** Overrides the kind of the catalogue, and with it the HTTP status. */
  readonly kind?: ProblemKind;
  /** For the log only; never sent to the caller. */
  readonly cause?: unknown;
}

export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: ProblemCode | null;
  readonly param: string | null;
  readonly retryAfterSeconds: number | null;

  private constructor(kind: ProblemKind, code: ProblemCode | null, message: string, details: ProblemDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Problem';
    this.kind = kind;
    this.code = code;
    this.param = details.param ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }

  /** For the few responses that the API contract shows without a code. */
  static uncoded(kind: ProblemKind, message: string, details: ProblemDetails = {}): Problem {
    return new Problem(kind, null, message, details);
  }

  static of(code: ProblemCode, message: string, details: ProblemDetails = {}): Problem {
    return new Problem(details.kind ?? problemCatalogue[code].kind, code, message, details);
  }
}
