// How many deliveries an endpoint may have under way at once in one process: quickly more while all goes well, half as
// many when it cannot keep up, and slowly more after that.
import type { AttemptOutcome } from './webhook-delivery.ts';

export interface Concurrency {
  readonly limit: number;
  /** Successes since the limit last changed. */
  readonly successes: number;
  /** Nothing has gone wrong yet: every success adds one. */
  readonly isRising: boolean;
}

const MOST = 16;
const SUCCESSES_PER_STEP = 20;

/** An endpoint that we know nothing of could swallow whatever it is given. */
export const UNPROVEN: Concurrency = { limit: 4, successes: 0, isRising: true };
/** After a pause: one to see, then two, then four. */
export const FEELING_THE_WAY: Concurrency = { limit: 1, successes: 0, isRising: true };

export function roomier(before: Concurrency): Concurrency {
  const successes = before.successes + 1;
  if (before.limit >= MOST) return before;
  if (!before.isRising && successes < SUCCESSES_PER_STEP) return { ...before, successes };
  return { ...before, limit: before.limit + 1, successes: 0 };
}

/** It has taken all that anybody is given at once. */
export function isProven({ limit }: Concurrency): boolean {
  return limit >= MOST;
}

export function tighter({ limit }: Concurrency): Concurrency {
  return { limit: Math.max(1, Math.floor(limit / 2)), successes: 0, isRising: false };
}

/** Whether an answer says that it was too much. A receiver that refuses what it was told has understood it in time. */
export function saysTooMuch(outcome: AttemptOutcome, statusCode: number | null): boolean {
  if (outcome === 'ok' || outcome === 'gone' || outcome === 'blocked') return false;
  return outcome !== 'http_error' || statusCode === null || statusCode === 429 || statusCode >= 500;
}
