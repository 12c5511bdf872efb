// Retry schedule of webhook deliveries.

const MAX_RETRY_AFTER_SECONDS = 6 * 60 * 60;
/** Adds up to 20 % to each delay, never subtracts: deliveries that failed together do not retry together. */
const JITTER = 0.2;

export interface RetryInput {
  /** Configured delays between attempts, in seconds. */
  readonly retrySeconds: readonly number[];
  /** Attempts so far, including the one that just failed. */
  readonly tries: number;
  /** Retry-After of the receiver, if any. */
  readonly retryAfterSeconds: number | null;
  /** From 0 to 1. */
  readonly random: number;
}

/** Delay in milliseconds from now; null after the last attempt. */
export function retryDelayMs({ retrySeconds, tries, retryAfterSeconds, random }: RetryInput): number | null {
  const step = retrySeconds[tries - 1];
  if (step === undefined) return null;
  const requested = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS);
  return Math.round(Math.max(step, requested) * 1000 * (1 + JITTER * random));
}
