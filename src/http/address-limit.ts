// A brake on callers without a valid token, by address. It lives in memory, bounded however many addresses come: it
// protects this process, whereas what an account may do is counted in the database (http/rate-limit.ts).
import { LRUCache } from 'lru-cache';
import { Problem } from '../lib/problem.ts';

const windowMillis = 60_000;
const maxAddresses = 50_000;

export class AddressLimit {
  readonly #limit: number;
  readonly #counts = new LRUCache<string, { count: number }>({ max: maxAddresses, ttl: windowMillis });

  constructor(limitPerMinute: number) {
    this.#limit = limitPerMinute;
  }

  /** Throws while the address is over its limit; costs nothing otherwise. */
  check(address: string): void {
    const seen = this.#counts.get(address);
    if (!seen || seen.count < this.#limit) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(this.#counts.getRemainingTTL(address) / 1000));
    throw Problem.of(
      'rate_limit_exceeded',
      'Too many requests without a valid token came from this address.',
      {
        retryAfterSeconds,
      },
    );
  }

  count(address: string): void {
    const seen = this.#counts.get(address);
    if (seen) seen.count += 1;
    else this.#counts.set(address, { count: 1 });
  }
}
