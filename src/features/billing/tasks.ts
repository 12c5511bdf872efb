// Background work of billing: a relay subscriber that bills events, and due jobs that advance payments.
import type { JobHandler } from '../../jobs/due-jobs.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import { advancePayment, type PaymentContext } from './system/advance-payment.ts';
import { type BillingContext, billEvents } from './system/bill-events.ts';
import { PAYMENT_JOB, type PaymentJobData } from './system/follow-payments.ts';

/** `wake` is called after the commit if jobs were added. */
export function billingSubscriber(context: BillingContext, wake: () => void): RelaySubscriber {
  return { write: async (trx, events) => ((await billEvents(context, trx, events)) > 0 ? wake : () => {}) };
}

export function paymentHandler(context: PaymentContext): JobHandler {
  return {
    kind: PAYMENT_JOB,
    handle: async ({ data }) => {
      const progress = await advancePayment(context, (data as PaymentJobData).bookingId);
      // Thrown as a failure, so that the job is retried with back-off and the doctor shows the reason.
      if (progress.kind === 'again') throw new Error(progress.reason);
      return 'done';
    },
  };
}
