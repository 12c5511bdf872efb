// Use case: deletes a webhook endpoint with its secrets and discards its pending deliveries.
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { changeEndpointRows } from './change-endpoint.ts';
import { discardOfEndpoint } from './discard-store.ts';
import { deleteEndpointRow } from './endpoint-store.ts';
import { loadEndpointForUpdate } from './load-endpoint.ts';
import { refuseIfHeld } from './operator-hold.ts';
import { recordEndpointChange } from './record-endpoint-change.ts';
import type { Caller, Conclude, WebhookContext } from './webhook-context.ts';

export async function deleteEndpoint<T>(
  context: Pick<WebhookContext, 'db' | 'clock' | 'ids' | 'changes'>,
  caller: Caller,
  id: string,
  conclude: Conclude<WebhookEndpoint, T>,
): Promise<T> {
  return changeEndpointRows(context, caller, async (trx) => {
    const endpoint = await loadEndpointForUpdate(trx, caller.accountId, id);
    refuseIfHeld(caller, endpoint);
    const now = context.clock.now();
    await discardOfEndpoint(trx, endpoint.id, 'endpoint_deleted', now);
    await deleteEndpointRow(trx, endpoint);
    await recordEndpointChange(context, trx, caller, { action: 'deleted', endpointId: id, at: now });
    return { endpointId: id, result: await conclude(trx, endpoint) };
  });
}
