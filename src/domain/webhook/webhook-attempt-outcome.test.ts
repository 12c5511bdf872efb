import { describe, expect, it } from 'vitest';
import { decideDelivery, type FinishedAttempt } from './webhook-attempt-outcome.ts';

const retrySeconds = [5, 30];
const conclude = (attempt: Partial<FinishedAttempt>) =>
  decideDelivery(
    {
      trigger: 'event',
      attemptsBefore: 0,
      outcome: 'http_error',
      retryAfterSeconds: null,
      finishedAtMs: 1_000,
      ...attempt,
    },
    retrySeconds,
    0,
  );

describe('the outcome of an attempt', () => {
  it('is delivered after a success', () => {
    expect(conclude({ outcome: 'ok' })).toEqual({ status: 'delivered', reason: null, nextAtMs: null });
  });

  it('is a retry after a failure, counted from the end of the attempt', () => {
    expect(conclude({})).toEqual({ status: 'pending', reason: null, nextAtMs: 6_000 });
    expect(conclude({ attemptsBefore: 1, outcome: 'timeout' })).toMatchObject({ nextAtMs: 31_000 });
  });

  it('is failed after the last attempt', () => {
    expect(conclude({ attemptsBefore: 2 })).toEqual({
      status: 'failed',
      reason: 'exhausted',
      nextAtMs: null,
    });
  });

  it('is failed at once if the receiver is gone', () => {
    expect(conclude({ outcome: 'gone' })).toEqual({ status: 'failed', reason: 'gone', nextAtMs: null });
  });

  it.each(['resend', 'test'] as const)(
    'is failed after one attempt if requested by a person: %s',
    (trigger) => {
      expect(conclude({ trigger })).toEqual({ status: 'failed', reason: 'exhausted', nextAtMs: null });
    },
  );

  it('is a retry for recoveries', () => {
    expect(conclude({ trigger: 'recover' })).toMatchObject({ status: 'pending' });
  });
});
