// Use case: deletes a webhook endpoint with its secrets and discards its pending deliveries.
import { noHook, runHook, type TransactionHook } from '../../db/transaction-hook.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { changeEndpointRows, recordEndpointChange } from './change-endpoint.ts';
import { discardEndpointDeliveries } from './discard-store.ts';
import { deleteEndpointRow } from './endpoint-store.ts';
import { loadEndpointForUpdate } from './load-endpoint.ts';
import { assertNotHeld } from './operator-hold.ts';
import type { WebhookContext } from './webhook-context.ts';

export async function deleteEndpoint(
  context: Pick<WebhookContext, 'db' | 'clock' | 'ids' | 'changes'>,
  actor: AccountActor,
  id: string,
  hook: TransactionHook<WebhookEndpoint> = noHook,
): Promise<WebhookEndpoint> {
  return changeEndpointRows(context, actor, async (trx) => {
    const endpoint = await loadEndpointForUpdate(trx, actor.accountId, id);
    assertNotHeld(actor, endpoint);
    const now = context.clock.now();
    await discardEndpointDeliveries(trx, endpoint.id, 'endpoint_deleted', now);
    await deleteEndpointRow(trx, endpoint);
    await recordEndpointChange(context, trx, actor, { action: 'deleted', endpointId: id });
    await runHook(trx, hook, endpoint);
    return { endpointId: id, result: endpoint };
  });
}
