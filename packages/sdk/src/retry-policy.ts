// Which failures are worth another try, and how long to wait before it.

export interface RetryPolicy {
  /** How often a call is tried again after its first attempt. */
  readonly maxRetries: number;
  /** The longest wait that is accepted from the service; if it asks for more, the call fails at once. */
  readonly maxWaitMillis: number;
}

export interface Failure {
  /** null: no whole answer came. */
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfterSeconds: number | null;
}

const firstWaitMillis = 500;
const longestOwnWaitMillis = 8_000;
// 502 and 504 come from whatever stands between us and the service.
const passing = new Set([429, 502, 503, 504]);

/** Milliseconds to wait before the next try; null: give up. `chance` is from 0 to 1. */
export function waitBeforeRetry(
  { status, code, retryAfterSeconds }: Failure,
  { attempt, policy, chance }: { attempt: number; policy: RetryPolicy; chance: number },
): number | null {
  const isPassing = status === null || passing.has(status) || code === 'idempotency_key_in_use';
  if (!isPassing || attempt > policy.maxRetries) return null;
  const askedMillis = (retryAfterSeconds ?? 0) * 1000;
  if (askedMillis > policy.maxWaitMillis) return null;
  const ownMillis = Math.min(longestOwnWaitMillis, firstWaitMillis * 2 ** (attempt - 1));
  // Never before the time asked for. Between half and the whole of our own wait, so that clients do not come in step.
  return Math.round(askedMillis + ownMillis * (0.5 + chance / 2) * (askedMillis > 0 ? 0.25 : 1));
}

/** `Retry-After` in seconds: a number of them, or a time. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const until = Date.parse(value);
  return Number.isNaN(until) ? null : Math.max(0, (until - now) / 1000);
}
