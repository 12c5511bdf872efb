// Removes a webhook endpoint with its secrets; what was still to be sent to it is discarded.
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { deleteEndpointRow } from './endpoint-store.ts';
import { loadEndpointForUpdate } from './load-endpoint.ts';
import { discardPending } from './pending-delivery-store.ts';
import { recordEndpointChange } from './record-endpoint-change.ts';
import type { Caller, Conclude, WebhookContext } from './webhook-context.ts';

export async function deleteEndpoint<T>(
  context: Pick<WebhookContext, 'db' | 'clock' | 'ids'>,
  caller: Caller,
  id: string,
  conclude: Conclude<WebhookEndpoint, T>,
): Promise<T> {
  return context.db
    .forAccount(caller.accountId)
    .transaction()
    .execute(async (trx) => {
      const endpoint = await loadEndpointForUpdate(trx, caller.accountId, id);
      const now = context.clock.now();
      await discardPending(trx, endpoint, 'endpoint_deleted', now);
      await deleteEndpointRow(trx, endpoint);
      await recordEndpointChange(context, trx, caller, { action: 'deleted', endpointId: id, at: now });
      return conclude(trx, endpoint);
    });
}
