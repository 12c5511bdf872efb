// Last failed attempt of a webhook endpoint that keeps failing or that failures disabled.
import type { FailureOutcome } from './describe-attempt-failure.ts';

export interface LastFailure {
  readonly endpointId: string;
  /** Start of the attempt. */
  readonly at: Date;
  readonly outcome: FailureOutcome;
  /** null: no response. */
  readonly statusCode: number | null;
}
