// The one error class of the domain and use cases, independent of HTTP. http/server/error-handler.ts maps it to statuses and
// wire fields.
import { type ProblemCode, problemCatalogue } from './problem-catalogue.ts';
import type { ProblemKind } from './problem-entry.ts';

/** Codes of refusals by a limit. They are created with `Problem.rateLimited`, which asks for the limit. */
type RateLimitCode = 'rate_limit_exceeded' | 'temporarily_blocked';

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
  /** On refusals by a limit: the largest number that the limit admits. */
  readonly limit: number | null;

  private constructor(
    kind: ProblemKind,
    code: ProblemCode | null,
    message: string,
    details: ProblemDetails & { readonly limit?: number },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Problem';
    this.kind = kind;
    this.code = code;
    this.param = details.param ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.limit = details.limit ?? null;
  }

  /** For the few responses that the API contract shows without a code. */
  static uncoded(kind: ProblemKind, message: string, details: ProblemDetails = {}): Problem {
    return new Problem(kind, null, message, details);
  }

  static of(
    code: Exclude<ProblemCode, RateLimitCode>,
    message: string,
    details: ProblemDetails = {},
  ): Problem {
    return new Problem(details.kind ?? problemCatalogue[code].kind, code, message, details);
  }

  /** Both details are required: every 429 has the rate-limit headers. */
  static rateLimited(
    code: RateLimitCode,
    message: string,
    details: { readonly limit: number; readonly retryAfterSeconds: number },
  ): Problem {
    return new Problem('rate_limited', code, message, details);
  }
}
