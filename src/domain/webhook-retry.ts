// When a delivery that failed is tried again.

const MAX_RETRY_AFTER_SECONDS = 6 * 60 * 60;
/** Those that failed together do not come back together; and never early. */
const JITTER = 0.2;

export interface FailedTry {
  /** Waits between attempts, from the configuration. */
  readonly retrySeconds: readonly number[];
  /** Attempts made so far, the one that just failed included. */
  readonly tries: number;
  /** What the receiver asked for, if it did. */
  readonly retryAfterSeconds: number | null;
  /** From 0 to 1. */
  readonly random: number;
}

/** How long to wait from now; null when it was the last try. */
export function retryDelayMs({ retrySeconds, tries, retryAfterSeconds, random }: FailedTry): number | null {
  const step = retrySeconds[tries - 1];
  if (step === undefined) return null;
  const asked = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS);
  return Math.round(Math.max(step, asked) * 1000 * (1 + JITTER * random));
}
