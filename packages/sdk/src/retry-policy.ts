// Retry policy: which failures are transient, and the delay before the next attempt.

export interface RetryPolicy {
  /** Maximum number of retries after the first attempt. */
  readonly maxRetries: number;
  /** Longest accepted Retry-After; if the service asks for more, the call fails at once. */
  readonly maxWaitMillis: number;
}

export interface Failure {
  /** null: no complete response was received. */
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfterSeconds: number | null;
}

const firstWaitMillis = 500;
const maxBackoffMillis = 8_000;
// 502 and 504 come from proxies between client and service.
const transientStatuses = new Set([429, 502, 503, 504]);

/** Delay before the next attempt in milliseconds; null: do not retry. `chance` is a random number from 0 to 1. */
export function waitBeforeRetry(
  { status, code, retryAfterSeconds }: Failure,
  { attempt, policy, chance }: { attempt: number; policy: RetryPolicy; chance: number },
): number | null {
  const isTransient = status === null || transientStatuses.has(status) || code === 'idempotency_key_in_use';
  if (!isTransient || attempt > policy.maxRetries) return null;
  const retryAfterMillis = (retryAfterSeconds ?? 0) * 1000;
  if (retryAfterMillis > policy.maxWaitMillis) return null;
  const backoffMillis = Math.min(maxBackoffMillis, firstWaitMillis * 2 ** (attempt - 1));
  // Never before Retry-After. Jitter: between 50% and 100% of the exponential delay, so that clients do not retry in
  // lockstep.
  return Math.round(
    retryAfterMillis + backoffMillis * (0.5 + chance / 2) * (retryAfterMillis > 0 ? 0.25 : 1),
  );
}

/** Parses `Retry-After`, seconds or an HTTP date, to seconds. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const until = Date.parse(value);
  return Number.isNaN(until) ? null : Math.max(0, (until - now) / 1000);
}
