// Advances the payment of one booking as far as possible. Each provider operation is committed as pending first, then
// requested outside of any transaction, then its outcome is committed together with the ledger entries. If the process
// dies in between, the next run repeats the request with the same idempotency key.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { billPayment } from '../../../domain/money/billing-record.ts';
import { nextPaymentStep } from '../../../domain/money/payment-plan.ts';
import { bookingTime } from '../../../domain/money/statement-month.ts';
import type { PaymentOutcome, PaymentProvider } from '../../../integrations/payments/payment-provider.ts';
import { insertRecords } from './ledger-store.ts';
import {
  finishOperation,
  insertOperation,
  listOperations,
  lockPayment,
  type Payment,
  type StoredOperation,
  settlePayment,
} from './payment-store.ts';

export interface PaymentContext extends Pick<Context, 'clock' | 'ids'> {
  readonly system: SystemDatabase;
  readonly timeZone: string;
  /** null if this environment charges nothing. */
  readonly provider: PaymentProvider | null;
  /** Cancels the booking because its payment was refused, if it can still be cancelled. */
  readonly failBooking: (booking: {
    readonly accountId: string;
    readonly bookingId: string;
  }) => Promise<void>;
}

export type PaymentProgress =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly afterSeconds: number; readonly reason: string };

type NextAction =
  | { readonly kind: 'request'; readonly payment: Payment; readonly operations: readonly StoredOperation[] }
  | { readonly kind: 'fail_booking'; readonly payment: Payment }
  | { readonly kind: 'rest' };

/** Safety limit; far more than the operations of any booking. */
const MAX_STEPS = 50;
const UNCONFIGURED_RETRY_SECONDS = 600;

export async function advancePayment(context: PaymentContext, bookingId: string): Promise<PaymentProgress> {
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const decision = await planNext(context, bookingId);
    if (decision.kind === 'rest') return { kind: 'done' };
    const { payment } = decision;
    if (decision.kind === 'fail_booking') {
      await context.failBooking({ accountId: payment.accountId, bookingId });
      return { kind: 'done' };
    }
    if (context.provider?.name !== payment.provider) {
      const reason = `payment requires PAYMENT_PROVIDER=${payment.provider}, which is not configured`;
      return { kind: 'again', afterSeconds: UNCONFIGURED_RETRY_SECONDS, reason };
    }
    const { operation, intent } = pendingOf(decision.operations);
    const outcome = await requestOperation(context.provider, payment, operation, intent);
    if (outcome.kind === 'unavailable')
      return { kind: 'again', afterSeconds: outcome.retryAfterSeconds, reason: outcome.reason };
    await conclude(context, payment, operation, outcome);
  }
  throw new Error(`payment of booking ${bookingId} did not settle within ${MAX_STEPS} operations`);
}

function planNext({ system, clock, ids }: PaymentContext, bookingId: string): Promise<NextAction> {
  return system.transaction().execute(async (trx): Promise<NextAction> => {
    const payment = await lockPayment(trx, bookingId);
    if (!payment) return { kind: 'rest' };
    const operations = await listOperations(trx, bookingId);
    const step = nextPaymentStep({ ...payment, operations });
    if (step.kind === 'fail_booking') return { kind: 'fail_booking', payment };
    if (step.kind === 'resume') return { kind: 'request', payment, operations };
    if (step.kind === 'rest') {
      await settlePayment(trx, bookingId, step.uncollectedCents);
      return { kind: 'rest' };
    }
    const operation = { ...step.operation, id: ids.next(), reference: null, askedAt: clock.now() };
    await insertOperation(trx, payment, operation);
    return { kind: 'request', payment, operations: [...operations, operation] };
  });
}

function pendingOf(operations: readonly StoredOperation[]) {
  const operation = operations.find(({ status }) => status === 'pending');
  if (!operation) throw new Error('no pending payment operation');
  const intent = operations.find(({ number }) => number === operation.intent)?.reference ?? '';
  return { operation, intent };
}

function requestOperation(
  provider: PaymentProvider,
  payment: Payment,
  { id, kind, amountCents }: StoredOperation,
  intent: string,
): Promise<PaymentOutcome> {
  const key = `waybill-${id}`;
  switch (kind) {
    case 'authorise': {
      const { customer, method, bookingId, bookingHid } = payment;
      const description = `Booking ${bookingHid}`;
      return provider.authorise({ key, amountCents, customer, method, description, bookingId });
    }
    case 'capture':
      return provider.capture({ key, intent, amountCents });
    case 'refund':
      return provider.refund({ key, intent, amountCents });
    case 'void':
      return provider.void({ key, intent });
    default:
      return kind satisfies never;
  }
}

async function conclude(
  { system, clock, ids, timeZone }: PaymentContext,
  payment: Payment,
  operation: StoredOperation,
  outcome: Exclude<PaymentOutcome, { kind: 'unavailable' }>,
): Promise<void> {
  const now = clock.now();
  const end =
    outcome.kind === 'done'
      ? ({ status: 'done', reference: outcome.reference, refusal: null } as const)
      : ({ status: 'refused', reference: null, refusal: outcome.code } as const);
  await system.transaction().execute(async (trx) => {
    const isFirst = await finishOperation(trx, operation.id, end, now);
    const kind = RECORD_KINDS[operation.kind];
    if (!isFirst || end.status === 'refused' || kind === undefined) return;
    const { bookingId: id, bookingHid: hid, orderNumber } = payment;
    await insertRecords(trx, [
      {
        ...billPayment(kind, kind === 'payment' ? 'Card payment' : 'Card refund', operation.amountCents),
        ...bookingTime(now.getTime(), now.getTime(), timeZone),
        id: ids.next(),
        accountId: payment.accountId,
        booking: { id, hid, orderNumber },
        source: `payment:${operation.id}`,
        eventId: null,
        reference: end.reference,
        occurredAtMs: now.getTime(),
        recordedAt: now,
      },
    ]);
  });
}

const RECORD_KINDS: Readonly<Partial<Record<StoredOperation['kind'], 'payment' | 'payment_refund'>>> = {
  capture: 'payment',
  refund: 'payment_refund',
};
