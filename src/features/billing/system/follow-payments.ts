// Keeps one payment per booking for accounts that pay per booking: opened when the booking is created, marked as over
// when it ends. The provider is not contacted here; that is done by a due job (advance-payment.ts).
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { ProviderName } from '../../../integrations/payments/payment-provider.ts';
import { addJobs } from '../../../jobs/add-jobs.ts';
import type { BillableEvent } from './billed-event.ts';
import { findPayments, markPaymentsOver, openPayments } from './payment-store.ts';

export const PAYMENT_JOB = 'payment.advance';

export interface PaymentJobData {
  readonly bookingId: string;
}

/** Runs in the relay's transaction. Returns the number of jobs added. */
export async function followPayments(
  provider: ProviderName,
  trx: SystemDatabase,
  events: readonly BillableEvent[],
  now: Date,
): Promise<number> {
  const created = events.filter(({ isOver, expectedCents }) => !isOver && expectedCents > 0);
  await openPayments(trx, provider, created, now);
  const idsOf = (some: readonly BillableEvent[]) => some.map(({ bookingId }) => bookingId);
  await markPaymentsOver(trx, idsOf(events.filter(({ isOver }) => isOver)));
  const withPayment = await findPayments(trx, idsOf(events));
  const jobs = events
    .filter(({ bookingId }) => withPayment.has(bookingId))
    .map(({ accountId, bookingId, eventId }) => ({
      kind: PAYMENT_JOB,
      // Keyed by event, not by booking: a running job may have read the payment before this event.
      key: eventId,
      accountId,
      dueAt: now,
      data: { bookingId } satisfies PaymentJobData,
    }));
  await addJobs(trx, jobs, now);
  return jobs.length;
}
