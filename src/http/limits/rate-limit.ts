// Rate limit per account, exact across all processes. The database grants leases (migrations/0003) that are spent here
// in memory: most requests need no round trip, and refused requests need none at all.
import type { FastifyReply } from 'fastify';
import type { RateLimitConfig } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { createGrowingCache } from '../../lib/growing-cache.ts';
import { Problem } from '../../lib/problem.ts';
import { formatWaitingTime } from '../../lib/waiting-time.ts';
import { takeLease } from './rate-limit-store.ts';

/** This process's view of an account's window. Times are of the monotonic clock, which cannot be adjusted. */
interface Allowance {
  left: number;
  remaining: number;
  resetUnixSeconds: number;
  /** End of the window, or of the block. */
  endsAtMillis: number;
  /** Time after which the database must be queried again. */
  staleAtMillis: number;
  blocked: boolean;
  /** Refusals not yet reported to the database. */
  refused: number;
  refill: Promise<void> | null;
}

/** Refusals are reported in groups, so that a flood of requests does not become a flood of statements. */
const reportRefusalsEvery = 25;

export class RateLimit {
  readonly #db: Database;
  readonly #config: RateLimitConfig;
  readonly #allowances = createGrowingCache<Allowance>(100_000);

  constructor(db: Database, config: RateLimitConfig) {
    this.#db = db;
    this.#config = config;
  }

  /** Spends one request of the account and sets the rate limit headers. Throws if none is left. */
  admit(accountId: string, reply: FastifyReply): void | Promise<void> {
    const allowance = this.#allowanceOf(accountId);
    if (this.#isCurrent(allowance) && allowance.left > 0) this.#spend(allowance, reply);
    else return this.#admitLater(accountId, allowance, reply);
  }

  async #admitLater(accountId: string, allowance: Allowance, reply: FastifyReply): Promise<void> {
    while (!this.#isCurrent(allowance) || (allowance.left === 0 && allowance.remaining > 0)) {
      await this.#refill(accountId, allowance);
    }
    if (this.#spend(allowance, reply)) return;
    const refusal = await this.#refuse(accountId, allowance);
    // The report of refusals may have blocked the account: the time of the reset is then another.
    this.#setHeaders(allowance, reply);
    throw refusal;
  }

  /** Returns false if no request is left. */
  #spend(allowance: Allowance, reply: FastifyReply): boolean {
    const admitted = allowance.left > 0;
    if (admitted) allowance.left -= 1;
    this.#setHeaders(allowance, reply);
    return admitted;
  }

  #setHeaders(allowance: Allowance, reply: FastifyReply): void {
    reply.header('ratelimit-limit', this.#config.requests);
    reply.header('ratelimit-remaining', allowance.left + allowance.remaining);
    reply.header('ratelimit-reset', allowance.resetUnixSeconds);
  }

  #allowanceOf(accountId: string): Allowance {
    const known = this.#allowances.get(accountId);
    if (known) return known;
    const fresh = {
      left: 0,
      remaining: 0,
      resetUnixSeconds: 0,
      endsAtMillis: 0,
      staleAtMillis: 0,
      blocked: false,
      refused: 0,
      refill: null,
    };
    this.#allowances.set(accountId, fresh);
    return fresh;
  }

  #isCurrent(allowance: Allowance): boolean {
    return performance.now() < allowance.staleAtMillis;
  }

  /** Single flight: one statement at a time per account; concurrent requests wait for the same one. */
  async #refill(accountId: string, allowance: Allowance): Promise<void> {
    allowance.refill ??= this.#takeLease(accountId, allowance).finally(() => {
      allowance.refill = null;
    });
    await allowance.refill;
  }

  async #takeLease(accountId: string, allowance: Allowance): Promise<void> {
    // Measured before the statement is sent, so that the local window ends slightly early, never late.
    const askedAtMillis = performance.now();
    // Refusals of an expired window are dropped: reported now, they would count in the next window.
    const reported = this.#isCurrent(allowance) ? allowance.refused : 0;
    allowance.refused = 0;
    const lease = await takeLease(this.#db, accountId, reported, this.#config).catch((error: unknown) => {
      allowance.refused += reported;
      throw error;
    });
    allowance.left = lease.granted;
    allowance.remaining = lease.blocked ? 0 : lease.remaining;
    allowance.blocked = lease.blocked;
    allowance.resetUnixSeconds = Math.ceil(lease.resetsAt.getTime() / 1000);
    allowance.endsAtMillis = askedAtMillis + lease.resetsInMillis;
    // A block may last a day. Query once per window, so that an operator can lift it.
    const oneWindowOn = askedAtMillis + this.#config.windowSeconds * 1000;
    allowance.staleAtMillis = Math.min(allowance.endsAtMillis, oneWindowOn);
  }

  async #refuse(accountId: string, allowance: Allowance): Promise<Problem> {
    allowance.refused += 1;
    if (allowance.refused >= reportRefusalsEvery && !allowance.blocked)
      await this.#refill(accountId, allowance);
    const retryAfterSeconds = Math.max(1, Math.ceil((allowance.endsAtMillis - performance.now()) / 1000));
    const wait = `Try again in ${formatWaitingTime(retryAfterSeconds)}.`;
    const { requests: limit, windowSeconds } = this.#config;
    if (allowance.blocked) {
      const message = `The account is temporarily blocked for repeatedly exceeding its rate limit. ${wait}`;
      return Problem.rateLimited('temporarily_blocked', message, { limit, retryAfterSeconds });
    }
    const message = `The limit of ${limit} requests per ${windowSeconds} seconds is exceeded. ${wait}`;
    return Problem.rateLimited('rate_limit_exceeded', message, { limit, retryAfterSeconds });
  }
}
