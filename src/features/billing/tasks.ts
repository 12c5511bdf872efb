// Billing in the background: events are billed as the relay places them, and payments move on as jobs.
import type { JobHandler } from '../../jobs/due-jobs.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import { advancePayment, type PaymentContext } from './system/advance-payment.ts';
import { type BillingContext, billEvents } from './system/bill-events.ts';
import { PAYMENT_JOB, type PaymentJobData } from './system/follow-payments.ts';

/** `wake` is called once there is a job. */
export function billingSubscriber(context: BillingContext, wake: () => void): RelaySubscriber {
  return {
    write: async (trx, events) => ((await billEvents(context, trx, events)) > 0 ? wake : () => {}),
  };
}

export function paymentHandler(context: PaymentContext): JobHandler {
  return {
    kind: PAYMENT_JOB,
    handle: async ({ data }) => {
      const progress = await advancePayment(context, (data as PaymentJobData).bookingId);
      // As a failure it is tried again ever later, and the doctor shows its reason.
      if (progress.kind === 'again') throw new Error(progress.reason);
      return 'done';
    },
  };
}
