// Sessions of operators, and the refunds that they make without step-up.
import type { EnvReader } from '../lib/env-reader.ts';

export interface OperatorConfig {
  /** Sessions end this long after sign-in, regardless of use. */
  readonly sessionSeconds: number;
  /** Sessions end after this long without a request. */
  readonly sessionIdleSeconds: number;
  /** Refunds of one booking that exceed this amount in total need step-up. */
  readonly refundLimitCents: number;
}

export function readOperators(read: EnvReader): OperatorConfig {
  const hours = read.integer('OPERATOR_SESSION_HOURS', 12, 1, 168);
  const idleMinutes = read.integer('OPERATOR_SESSION_IDLE_MINUTES', 60, 5, 10_080);
  if (idleMinutes > hours * 60)
    read.fault(
      `OPERATOR_SESSION_IDLE_MINUTES must not exceed OPERATOR_SESSION_HOURS (${hours * 60} minutes); it is ${idleMinutes}`,
    );
  return {
    sessionSeconds: hours * 3_600,
    sessionIdleSeconds: idleMinutes * 60,
    refundLimitCents: read.integer('OPERATOR_REFUND_LIMIT_CENTS', 10_000, 0, 100_000_000),
  };
}
