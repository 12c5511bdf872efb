// Store of resend requests: tasks with the trigger `resend`.
import type { AccountTransaction } from '../../db/database.ts';
import type { DeliveryRow } from './portal-delivery-store.ts';

/** Whether a resend of the delivery is already queued. */
export async function isResendPending(
  trx: AccountTransaction,
  accountId: string,
  deliveryId: string,
): Promise<boolean> {
  const task = await trx
    .selectFrom('webhook_task')
    .select('id')
    .where('account_id', '=', accountId)
    .where('delivery_id', '=', deliveryId)
    .where('trigger', '=', 'resend')
    .executeTakeFirst();
  return task !== undefined;
}

export async function insertResend(
  trx: AccountTransaction,
  accountId: string,
  delivery: DeliveryRow,
  dueAt: Date,
): Promise<void> {
  await trx
    .insertInto('webhook_task')
    .values({
      account_id: accountId,
      endpoint_id: delivery.endpointId,
      delivery_id: delivery.id,
      event_id: delivery.eventId,
      booking_id: delivery.bookingId,
      trigger: 'resend',
      tries: 0,
      due_at: dueAt,
    })
    .execute();
}
