// Tests of the retry policy.
import { describe, expect, it } from 'vitest';
import { readRetryAfter, waitBeforeRetry } from './retry-policy.ts';

const policy = { maxRetries: 3, maxWaitMillis: 60_000 };
const failure = (
  status: number | null,
  retryAfterSeconds: number | null = null,
  code: string | null = null,
) => ({
  status,
  code,
  retryAfterSeconds,
});
const wait = (of: ReturnType<typeof failure>, attempt = 1, chance = 1) =>
  waitBeforeRetry(of, { attempt, policy, chance });

describe('waitBeforeRetry', () => {
  it('retries transient failures only', () => {
    for (const status of [429, 502, 503, 504, null]) expect(wait(failure(status)), `${status}`).toBe(500);
    for (const status of [400, 401, 403, 404, 409, 422, 500, 501]) expect(wait(failure(status))).toBeNull();
    expect(wait(failure(409, null, 'idempotency_key_in_use'))).toBe(500);
  });

  it('doubles the delay with jitter, up to a limit, for at most maxRetries attempts', () => {
    expect([1, 2, 3].map((attempt) => wait(failure(503), attempt))).toEqual([500, 1_000, 2_000]);
    expect(wait(failure(503), 3, 0)).toBe(1_000);
    expect(wait(failure(503), 4)).toBeNull();
    const lateAttempt = { attempt: 30, policy: { ...policy, maxRetries: 100 }, chance: 1 };
    expect(waitBeforeRetry(failure(503), lateAttempt)).toBe(8_000);
  });

  it('never retries before Retry-After', () => {
    for (const chance of [0, 0.5, 1])
      expect(wait(failure(429, 17), 1, chance)).toBeGreaterThanOrEqual(17_000);
    expect(wait(failure(429, 17), 1, 1)).toBeLessThan(18_000);
    expect(wait(failure(429, 61))).toBeNull();
  });

  it('parses Retry-After as seconds and as an HTTP date', () => {
    const now = Date.parse('2030-01-31T12:00:00Z');
    expect(readRetryAfter('17', now)).toBe(17);
    expect(readRetryAfter('Thu, 31 Jan 2030 12:00:05 GMT', now)).toBe(5);
    expect(readRetryAfter('Thu, 31 Jan 2030 11:00:00 GMT', now)).toBe(0);
    for (const nothing of [null, '', 'soon']) expect(readRetryAfter(nothing, now)).toBeNull();
  });
});
