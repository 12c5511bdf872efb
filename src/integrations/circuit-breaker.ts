// Circuit breaker for external services. After several consecutive failures the circuit opens: calls return
// immediately, without contacting the service, until a pause is over. Then one probe call goes through: success closes
// the circuit, failure restarts the pause. A dead service costs callers no waiting time, and a recovering one is not
// flooded.

interface CircuitBreakerOptions {
  readonly failuresToOpen: number;
  readonly openMilliseconds: number;
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
}

interface GuardedCall<T> {
  readonly call: () => Promise<T>;
  /**
   * Which results count as failures; null for those that say nothing about the service. A thrown error always counts and is
   * rethrown.
   */
  readonly isFailure: (result: T) => boolean | null;
  /** The result while the circuit is open. */
  readonly whenOpen: (retryAfterSeconds: number) => T;
}

export interface CircuitBreaker {
  run<T>(guarded: GuardedCall<T>): Promise<T>;
}

export function createCircuitBreaker({
  failuresToOpen,
  openMilliseconds,
  now,
}: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0;
  /** End of the pause; `undefined` while the circuit is closed. */
  let openUntil: number | undefined;
  let isProbing = false;

  function settle(failed: boolean | null, wasProbe: boolean): void {
    if (wasProbe) isProbing = false;
    // Calls that were in flight when the circuit opened say nothing about the current state of the service.
    else if (openUntil !== undefined) return;
    if (failed === null) return;
    failures = failed ? failures + 1 : 0;
    const opens = failed && (wasProbe || failures >= failuresToOpen);
    openUntil = opens ? now() + openMilliseconds : undefined;
  }

  return {
    async run({ call, isFailure, whenOpen }) {
      const waitMilliseconds = openUntil === undefined ? 0 : openUntil - now();
      if (waitMilliseconds > 0 || isProbing) return whenOpen(Math.max(1, Math.ceil(waitMilliseconds / 1000)));
      const wasProbe = openUntil !== undefined;
      isProbing = wasProbe;
      try {
        const result = await call();
        settle(isFailure(result), wasProbe);
        return result;
      } catch (error) {
        settle(true, wasProbe);
        throw error;
      }
    },
  };
}
