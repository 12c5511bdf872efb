// Common handling of external services: a failed call yields `unavailable` with a reason and a retry time, and a
// circuit breaker (circuit-breaker.ts) pauses calls after repeated failures.
import { createCircuitBreaker } from './circuit-breaker.ts';

export interface Unavailable {
  readonly kind: 'unavailable';
  /** For the log; never contains a key. */
  readonly reason: string;
  readonly retryAfterSeconds: number;
  /** The service has not got the request, because it is busy with others: no failure for the circuit breaker. */
  readonly isOverload?: true;
}

export interface ServiceGuard {
  /** Calls the service, unless its circuit breaker is open. */
  run<Outcome extends { readonly kind: string }>(
    call: () => Promise<Outcome | Unavailable>,
  ): Promise<Outcome | Unavailable>;
}

/**
 * Time limit of one call, in milliseconds. Long enough for a route of seven stops across the continent; short enough
 * that the API can still respond with 503 in time.
 */
export const SERVICE_TIMEOUT_MS = 2_500;

const RETRY_AFTER_SECONDS = 5;
const MAX_RETRY_AFTER_SECONDS = 300;
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;

/** Honours the Retry-After of the service, limited to 300 s. */
export function unavailable(reason: string, requestedSeconds: number | null = null): Unavailable {
  const seconds = requestedSeconds ?? RETRY_AFTER_SECONDS;
  return {
    kind: 'unavailable',
    reason,
    retryAfterSeconds: Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS),
  };
}

function isOverload(outcome: { readonly kind: string; readonly isOverload?: true }): boolean {
  return outcome.isOverload === true;
}

/** `now` is a monotonic clock in milliseconds. */
export function createServiceGuard(name: string, now: () => number): ServiceGuard {
  const breaker = createCircuitBreaker({
    failuresToOpen: FAILURES_TO_OPEN,
    openMilliseconds: OPEN_MS,
    now,
  });
  return {
    run: (call) =>
      breaker.run({
        call,
        isFailure: (outcome) => (isOverload(outcome) ? null : outcome.kind === 'unavailable'),
        whenOpen: (seconds) => unavailable(`${name} is unavailable: circuit breaker open`, seconds),
      }),
  };
}
