// Use cases of `waybill orgs payment`: the payment method of an organization, and payments received by transfer.
import type { Context } from '../../../context.ts';
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { billPayment } from '../../../domain/money/billing-record.ts';
import { bookingTime } from '../../../domain/money/statement-month.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { insertRecords } from './ledger-store.ts';
import { deletePaymentSetting, type PaymentSetting, savePaymentSetting } from './payment-setting-store.ts';

export interface PaymentAdminContext extends Pick<Context, 'clock' | 'ids'> {
  readonly system: SystemDatabase;
}

/** Applies to bookings created from now on. */
export function setPaymentMethod(
  context: PaymentAdminContext,
  setting: Omit<PaymentSetting, 'updatedAt'>,
  actor: Actor,
): Promise<void> {
  return context.system.transaction().execute(async (trx) => {
    await savePaymentSetting(trx, { ...setting, updatedAt: context.clock.now() });
    await audit(context, trx, actor, setting.accountId, 'payment_setting.updated');
  });
}

/** Bookings created from now on are billed on account. False if there was no payment method. */
export function clearPaymentMethod(
  context: PaymentAdminContext,
  accountId: string,
  actor: Actor,
): Promise<boolean> {
  return context.system.transaction().execute(async (trx) => {
    const isDeleted = await deletePaymentSetting(trx, accountId);
    if (isDeleted) await audit(context, trx, actor, accountId, 'payment_setting.deleted');
    return isDeleted;
  });
}

export interface ReceivedPayment {
  readonly accountId: string;
  readonly amountCents: number;
  /** Reference of the bank; a second payment with the same reference is refused. */
  readonly reference: string;
  readonly timeZone: string;
}

/** Records a payment received by transfer or check. Returns the id of the billing record. */
export function recordReceivedPayment(
  context: PaymentAdminContext,
  { accountId, amountCents, reference, timeZone }: ReceivedPayment,
  actor: Actor,
): Promise<string> {
  const now = context.clock.now();
  const id = context.ids.next();
  return context.system.transaction().execute(async (trx) => {
    const written = await insertRecords(trx, [
      {
        ...billPayment('payment', 'Payment received', amountCents),
        ...bookingTime(now.getTime(), now.getTime(), timeZone),
        id,
        accountId,
        booking: null,
        source: `received:${accountId}:${reference}`,
        eventId: null,
        reference,
        occurredAtMs: now.getTime(),
        recordedAt: now,
      },
    ]);
    if (!written.has(id)) {
      const message = `This organization already has a payment with the reference ${reference}.`;
      throw Problem.of('invalid_parameter', message, { param: 'reference' });
    }
    await audit(context, trx, actor, accountId, 'payment.received');
    return id;
  });
}

function audit(
  { ids, clock }: PaymentAdminContext,
  trx: SystemDatabase,
  actor: Actor,
  accountId: string,
  action: string,
): Promise<void> {
  return recordAudit(trx, { ids, clock }, actor, {
    accountId,
    action,
    subject: { kind: 'account', id: accountId },
  });
}
