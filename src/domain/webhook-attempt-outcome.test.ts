import { describe, expect, it } from 'vitest';
import { concludeAttempt, type FinishedAttempt } from './webhook-attempt-outcome.ts';

const retrySeconds = [5, 30];
const conclude = (attempt: Partial<FinishedAttempt>) =>
  concludeAttempt(
    {
      trigger: 'event',
      triesBefore: 0,
      outcome: 'http_error',
      retryAfterSeconds: null,
      finishedAtMs: 1_000,
      ...attempt,
    },
    retrySeconds,
    0,
  );

describe('what follows from an attempt', () => {
  it('is a delivery when all went well', () => {
    expect(conclude({ outcome: 'ok' })).toEqual({ status: 'delivered', reason: null, nextAtMs: null });
  });

  it('is another attempt after a failure, counted from its end', () => {
    expect(conclude({})).toEqual({ status: 'pending', reason: null, nextAtMs: 6_000 });
    expect(conclude({ triesBefore: 1, outcome: 'timeout' })).toMatchObject({ nextAtMs: 31_000 });
  });

  it('is the end after the last step', () => {
    expect(conclude({ triesBefore: 2 })).toEqual({ status: 'failed', reason: 'exhausted', nextAtMs: null });
  });

  it('is the end at once where the receiver is gone', () => {
    expect(conclude({ outcome: 'gone' })).toEqual({ status: 'failed', reason: 'gone', nextAtMs: null });
  });

  it.each(['resend', 'test'] as const)('is the end where a person asked for it: %s', (trigger) => {
    expect(conclude({ trigger })).toEqual({ status: 'failed', reason: 'exhausted', nextAtMs: null });
  });

  it('is a whole schedule where something is recovered', () => {
    expect(conclude({ trigger: 'recover' })).toMatchObject({ status: 'pending' });
  });
});
