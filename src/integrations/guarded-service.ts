// What all services outside have in common: one that cannot answer is unavailable, for a reason and a time, and after
// some failures it is left alone for a while (circuit-breaker.ts).
import { createCircuitBreaker } from './circuit-breaker.ts';

export interface Unavailable {
  readonly kind: 'unavailable';
  /** For the log; never holds a key. */
  readonly reason: string;
  readonly retryAfterSeconds: number;
}

export interface ServiceGuard {
  /** Asks the service, unless it has a pause. */
  run<Outcome extends { readonly kind: string }>(
    call: () => Promise<Outcome | Unavailable>,
  ): Promise<Outcome | Unavailable>;
}

/** A request waits for this: long enough for seven stops across a continent, short enough to say 503 in time. */
export const SERVICE_TIMEOUT_MS = 2_500;

const RETRY_AFTER_SECONDS = 5;
const MAX_RETRY_AFTER_SECONDS = 300;
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;

/** The service's own wish for the time to wait counts, within reason. */
export function unavailable(reason: string, wishedSeconds: number | null = null): Unavailable {
  const seconds = wishedSeconds ?? RETRY_AFTER_SECONDS;
  return {
    kind: 'unavailable',
    reason,
    retryAfterSeconds: Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS),
  };
}

/** `now` is a clock that never goes back, in milliseconds. */
export function guardService(name: string, now: () => number): ServiceGuard {
  const breaker = createCircuitBreaker({
    failuresToOpen: FAILURES_TO_OPEN,
    openMilliseconds: OPEN_MS,
    now,
  });
  return {
    run: (call) =>
      breaker.run({
        call,
        isFailure: ({ kind }) => kind === 'unavailable',
        whenOpen: (seconds) => unavailable(`${name} is not answering and is given a pause`, seconds),
      }),
  };
}
