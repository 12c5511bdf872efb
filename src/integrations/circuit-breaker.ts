// Stops asking a service that is down. After some failures in a row the circuit opens: calls are answered at once,
// without the service, until a pause is over; then one call goes through to try. If it succeeds the circuit closes, if it
// fails the pause starts again. So a dead service costs its callers nothing, and a waking one is not flooded.

interface CircuitBreakerOptions {
  readonly failuresToOpen: number;
  readonly openMilliseconds: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
}

interface GuardedCall<T> {
  readonly call: () => Promise<T>;
  /** Says which answers count as failures; a thrown error always does, and is thrown on. */
  readonly isFailure: (result: T) => boolean;
  /** The answer while the circuit is open. */
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
  /** When the pause ends; `undefined` while the circuit is closed. */
  let openUntil: number | undefined;
  let isProbing = false;

  function settle(failed: boolean, wasProbe: boolean): void {
    if (wasProbe) isProbing = false;
    // Calls that were under way when the circuit opened say nothing about the service now.
    else if (openUntil !== undefined) return;
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
