// Magic order numbers: new orders that are refused on purpose, with the same errors as in production.
import type { Context } from '../../context.ts';
import { MAGIC_ORDER_NUMBERS } from '../../domain/sandbox/magic-values.ts';
import { windowLost } from '../../domain/time/window-problem.ts';
import { Problem } from '../../lib/problem.ts';
import type { OrderAttempt } from '../bookings/booking-context.ts';
import { crewsBusy } from '../schedule/reserve-windows.ts';
import { recordRefusal } from './refusal-store.ts';

const { windowLost: lost, crewsBusy: busy, unavailableOnce: once } = MAGIC_ORDER_NUMBERS;

export function createRefusalSimulator(context: Pick<Context, 'db' | 'clock'>) {
  return async (attempt: OrderAttempt): Promise<void> => {
    const { orderNumber } = attempt;
    if (orderNumber === lost.value) throw windowLost(attempt.windowParam);
    if (orderNumber === busy.value) throw crewsBusy();
    if (orderNumber === once.value) await refuseOnce(context, attempt);
  };
}

/** Without an idempotency key, a retry looks like a first attempt and is refused again. */
async function refuseOnce(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { accountId, idempotencyKey: key }: OrderAttempt,
): Promise<void> {
  if (key !== null && !(await recordRefusal(db.forAccount(accountId), accountId, key, clock.now()))) return;
  const hint = key === null ? 'Send an Idempotency-Key and retry with it.' : 'Try again.';
  throw Problem.of('service_unavailable', `This magic order number refuses the first attempt. ${hint}`, {
    retryAfterSeconds: 1,
  });
}
