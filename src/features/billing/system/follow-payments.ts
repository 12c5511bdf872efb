// Payments of bookings one by one, for accounts that are set up for it: opened when a booking is made, told when it is
// over. Nothing is asked of the provider here; that is the work of a job (advance-payment.ts), due from now on.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { ProviderName } from '../../../integrations/payments/payment-provider.ts';
import { addJobs } from '../../../jobs/due-job-store.ts';
import type { BookingFacts } from './billed-event.ts';
import { endPayments, findPayments, openPayments } from './payment-store.ts';

export const PAYMENT_JOB = 'payment.advance';

export interface PaymentJobData {
  readonly bookingId: string;
}

/** In the transaction of the relay. Says how many jobs there are now. */
export async function followPayments(
  provider: ProviderName,
  trx: SystemDatabase,
  facts: readonly BookingFacts[],
  now: Date,
): Promise<number> {
  const begun = facts.filter(({ isOver, expectedCents }) => !isOver && expectedCents > 0);
  await openPayments(trx, provider, begun, now);
  const over = facts.filter(({ isOver }) => isOver);
  await endPayments(
    trx,
    over.map(({ bookingId }) => bookingId),
  );
  const paid = await findPayments(
    trx,
    facts.map(({ bookingId }) => bookingId),
  );
  const jobs = facts
    .filter(({ bookingId }) => paid.has(bookingId))
    .map(({ accountId, bookingId, eventId }) => ({
      kind: PAYMENT_JOB,
      // Of the event, not of the booking: a job that is at it already may have looked before this happened.
      key: eventId,
      accountId,
      dueAt: now,
      data: { bookingId } satisfies PaymentJobData,
    }));
  await addJobs(trx, jobs, now);
  return jobs.length;
}
