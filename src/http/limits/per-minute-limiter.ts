// In-memory rate limiter: a fixed window of one minute per caller, with bounded memory. It protects this process; the
// rate limit of accounts is counted in the database (http/limits/rate-limit.ts).
import { createGrowingCache } from '../../lib/growing-cache.ts';
import { Problem } from '../../lib/problem.ts';

const windowMillis = 60_000;
const maxCallers = 50_000;

export class PerMinuteLimiter {
  readonly #limit: number;
  readonly #refusal: string;
  readonly #counts = createGrowingCache<{ count: number }>(maxCallers, { ttl: windowMillis });

  /** `refusal`: error message for refused callers. */
  constructor(limitPerMinute: number, refusal: string) {
    this.#limit = limitPerMinute;
    this.#refusal = refusal;
  }

  /** Throws while the caller is over the limit. */
  check(caller: string): void {
    const seen = this.#counts.get(caller);
    if (!seen || seen.count < this.#limit) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(this.#counts.getRemainingTTL(caller) / 1000));
    throw Problem.rateLimited('rate_limit_exceeded', this.#refusal, {
      limit: this.#limit,
      retryAfterSeconds,
    });
  }

  count(caller: string): void {
    const seen = this.#counts.get(caller);
    if (seen) seen.count += 1;
    else this.#counts.set(caller, { count: 1 });
  }
}
