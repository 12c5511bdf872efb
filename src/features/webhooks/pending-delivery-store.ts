// What is still to be sent to an endpoint, when nothing is to be sent to it any more.
import type { AccountTransaction } from '../../db/database.ts';
import type { DeliveryReason } from '../../domain/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';

/** Under the lock of the endpoint. The events stay in the feed, and can be recovered while the endpoint exists. */
export async function discardPending(
  trx: AccountTransaction,
  { accountId, id }: WebhookEndpoint,
  reason: Extract<DeliveryReason, 'endpoint_disabled' | 'endpoint_deleted'>,
  now: Date,
): Promise<void> {
  await trx
    .deleteFrom('webhook_task')
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', id)
    .execute();
  await trx
    .updateTable('webhook_delivery')
    .set({ status: 'discarded', reason, next_attempt_at: null, finished_at: now })
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}
