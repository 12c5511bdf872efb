// Counts calls by whoever makes them, and refuses them beyond a number in a minute. It lives in memory, bounded however
// many callers come: it protects this process, whereas what an account may do is counted in the database
// (http/rate-limit.ts).
import { LRUCache } from 'lru-cache';
import { Problem } from '../lib/problem.ts';

const windowMillis = 60_000;
const maxCallers = 50_000;

export class MinuteLimit {
  readonly #limit: number;
  readonly #refusal: string;
  #made: LRUCache<string, { count: number }> | undefined;

  /** `refusal`: what those who are refused are told. */
  constructor(limitPerMinute: number, refusal: string) {
    this.#limit = limitPerMinute;
    this.#refusal = refusal;
  }

  /** It takes its whole room at once, and many a process never counts. */
  get #counts(): LRUCache<string, { count: number }> {
    this.#made ??= new LRUCache({ max: maxCallers, ttl: windowMillis });
    return this.#made;
  }

  /** Throws while the caller is over the limit; costs nothing otherwise. */
  check(caller: string): void {
    const seen = this.#counts.get(caller);
    if (!seen || seen.count < this.#limit) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(this.#counts.getRemainingTTL(caller) / 1000));
    throw Problem.of('rate_limit_exceeded', this.#refusal, { retryAfterSeconds });
  }

  count(caller: string): void {
    const seen = this.#counts.get(caller);
    if (seen) seen.count += 1;
    else this.#counts.set(caller, { count: 1 });
  }
}
