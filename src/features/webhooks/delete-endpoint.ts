// Use case: deletes a webhook endpoint with its secrets and discards its pending deliveries.
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { changeEndpointRows } from './change-endpoint.ts';
import { discardEndpointDeliveries } from './discard-store.ts';
import { deleteEndpointRow } from './endpoint-store.ts';
import { loadEndpointForUpdate } from './load-endpoint.ts';
import { assertNotHeld } from './operator-hold.ts';
import { recordEndpointChange } from './record-endpoint-change.ts';
import type { Caller, InTransactionCallback, WebhookContext } from './webhook-context.ts';

export async function deleteEndpoint<T>(
  context: Pick<WebhookContext, 'db' | 'clock' | 'ids' | 'changes'>,
  caller: Caller,
  id: string,
  conclude: InTransactionCallback<WebhookEndpoint, T>,
): Promise<T> {
  return changeEndpointRows(context, caller, async (trx) => {
    const endpoint = await loadEndpointForUpdate(trx, caller.accountId, id);
    assertNotHeld(caller, endpoint);
    const now = context.clock.now();
    await discardEndpointDeliveries(trx, endpoint.id, 'endpoint_deleted', now);
    await deleteEndpointRow(trx, endpoint);
    await recordEndpointChange(context, trx, caller, { action: 'deleted', endpointId: id, at: now });
    return { endpointId: id, result: await conclude(trx, endpoint) };
  });
}
