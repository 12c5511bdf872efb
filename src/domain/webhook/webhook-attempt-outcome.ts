// The outcome of an attempt for its delivery: delivered, retry or failed.
import type { AttemptOutcome, DeliveryReason, DeliveryStatus, DeliveryTrigger } from './webhook-delivery.ts';
import { retryDelayMs } from './webhook-retry.ts';

export interface FinishedAttempt {
  readonly trigger: DeliveryTrigger;
  /** Number of earlier attempts of the task. */
  readonly attemptsBefore: number;
  readonly outcome: AttemptOutcome;
  readonly retryAfterSeconds: number | null;
  readonly finishedAtMs: number;
}

export interface Conclusion {
  readonly status: Exclude<DeliveryStatus, 'discarded'>;
  readonly reason: Extract<DeliveryReason, 'exhausted' | 'gone'> | null;
  /** null if there is no further attempt. */
  readonly nextAtMs: number | null;
}

/** Requested by a person: one attempt only, and not counted for the health of the endpoint. */
export function isManual(trigger: DeliveryTrigger): boolean {
  return trigger === 'resend' || trigger === 'test';
}

export function decideDelivery(
  attempt: FinishedAttempt,
  retrySeconds: readonly number[],
  random: number,
): Conclusion {
  if (attempt.outcome === 'ok') return { status: 'delivered', reason: null, nextAtMs: null };
  if (attempt.outcome === 'gone') return { status: 'failed', reason: 'gone', nextAtMs: null };
  const delayMs = isManual(attempt.trigger)
    ? null
    : retryDelayMs({
        retrySeconds,
        tries: attempt.attemptsBefore + 1,
        retryAfterSeconds: attempt.retryAfterSeconds,
        random,
      });
  if (delayMs === null) return { status: 'failed', reason: 'exhausted', nextAtMs: null };
  return { status: 'pending', reason: null, nextAtMs: attempt.finishedAtMs + delayMs };
}
