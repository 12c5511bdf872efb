// Adaptive concurrency limit per endpoint and process (AIMD with slow start): grows by one per success at first, is
// halved on overload, and then grows by one per 20 successes.
import type { AttemptOutcome } from './webhook-delivery.ts';

export interface Concurrency {
  readonly limit: number;
  /** Successes since the limit last changed. */
  readonly successes: number;
  /** Slow start: there was no overload yet, so every success adds one. */
  readonly isRising: boolean;
}

const MAX_LIMIT = 16;
const SUCCESSES_PER_STEP = 20;

/** Initial limit of an endpoint without history: it might accept connections and never respond. */
export const INITIAL_CONCURRENCY: Concurrency = { limit: 4, successes: 0, isRising: true };
/** Limit after a pause: starts with a single delivery. */
export const PROBING_CONCURRENCY: Concurrency = { limit: 1, successes: 0, isRising: true };

export function roomier(before: Concurrency): Concurrency {
  const successes = before.successes + 1;
  if (before.limit >= MAX_LIMIT) return before;
  if (!before.isRising && successes < SUCCESSES_PER_STEP) return { ...before, successes };
  return { ...before, limit: before.limit + 1, successes: 0 };
}

/** The endpoint has reached the maximum limit. */
export function isProven({ limit }: Concurrency): boolean {
  return limit >= MAX_LIMIT;
}

export function tighter({ limit }: Concurrency): Concurrency {
  return { limit: Math.max(1, Math.floor(limit / 2)), successes: 0, isRising: false };
}

/** Whether the outcome indicates overload. A 4xx other than 429 does not: the receiver responded in time. */
export function indicatesOverload(outcome: AttemptOutcome, statusCode: number | null): boolean {
  if (outcome === 'ok' || outcome === 'gone' || outcome === 'blocked') return false;
  return outcome !== 'http_error' || statusCode === null || statusCode === 429 || statusCode >= 500;
}
