// Payments of bookings one by one, for accounts that are set up for it: opened when a booking is made, told when it is
// over. Nothing is asked of the provider here; that is the work of a job (advance-payment.ts), due from now on.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { ProviderName } from '../../../integrations/payments/payment-provider.ts';
import type { BookingFacts } from './billed-event.ts';
import { endPayments, findPayments, openPayments } from './payment-store.ts';

/** Something to be done about the payment of a booking. */
export interface PaymentJob {
  readonly accountId: string;
  readonly bookingId: string;
  /** Different for each event, so that none is taken for one that is done already. */
  readonly key: string;
  readonly dueAt: Date;
}

export interface PaymentIntake {
  readonly provider: ProviderName;
  /** In the transaction of the relay. */
  readonly enqueue: (trx: SystemDatabase, jobs: readonly PaymentJob[]) => Promise<void>;
}

export async function followPayments(
  { provider, enqueue }: PaymentIntake,
  trx: SystemDatabase,
  facts: readonly BookingFacts[],
  now: Date,
): Promise<void> {
  await openPayments(
    trx,
    provider,
    facts.filter(({ isOver, expectedCents }) => !isOver && expectedCents > 0),
    now,
  );
  await endPayments(
    trx,
    facts.filter(({ isOver }) => isOver).map(({ bookingId }) => bookingId),
  );
  const paid = await findPayments(
    trx,
    facts.map(({ bookingId }) => bookingId),
  );
  const jobs = facts.filter(({ bookingId }) => paid.has(bookingId));
  if (jobs.length === 0) return;
  await enqueue(
    trx,
    jobs.map(({ accountId, bookingId, eventId }) => ({
      accountId,
      bookingId,
      key: `${bookingId}:${eventId}`,
      dueAt: now,
    })),
  );
}
