// Use case: updates a webhook endpoint. Disabling it discards its pending deliveries. Enabling it or changing the URL
// resets its failure state.
import { noHook, runHook, type TransactionHook } from '../../db/transaction-hook.ts';
import {
  changeEndpoint,
  type EndpointChange,
  type WebhookEndpoint,
} from '../../domain/webhook/webhook-endpoint.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { changeEndpointRows, checkUrl, recordEndpointChange } from './change-endpoint.ts';
import { discardEndpointDeliveries } from './discard-store.ts';
import { clearHealth, updateEndpointRow } from './endpoint-store.ts';
import { loadEndpoint, loadEndpointForUpdate } from './load-endpoint.ts';
import { assertNotHeld, assertUrlNotHeld, isOperator } from './operator-hold.ts';
import type { WebhookContext } from './webhook-context.ts';

export async function updateEndpoint(
  context: Pick<WebhookContext, 'db' | 'clock' | 'ids' | 'egress' | 'changes'>,
  actor: AccountActor,
  { id, ...change }: EndpointChange & { readonly id: string },
  hook: TransactionHook<WebhookEndpoint> = noHook,
): Promise<WebhookEndpoint> {
  const db = context.db.forAccount(actor.accountId);
  const current = await loadEndpoint(db, actor.accountId, id);
  // An unchanged URL is not checked again here: it was checked when it was set, and is checked on every connection.
  if (change.url !== undefined && change.url !== current.url) await checkUrl(context, change.url);
  return changeEndpointRows(context, actor, async (trx) => {
    const before = await loadEndpointForUpdate(trx, actor.accountId, id);
    const now = context.clock.now();
    if (change.disabled === false) assertNotHeld(actor, before);
    if (change.url !== undefined && change.url !== before.url) await assertUrlNotHeld(trx, actor, change.url);
    const { endpoint: next, changed } = changeEndpoint(before, change, now);
    const endpoint = { ...next, isHeld: isHeldAfter(actor, before, change) };
    if (changed.length > 0 || endpoint.isHeld !== before.isHeld) {
      await updateEndpointRow(trx, endpoint);
      const isDisabled = endpoint.disabledReason !== null;
      if (changed.includes('disabled') && isDisabled)
        await discardEndpointDeliveries(trx, endpoint.id, 'endpoint_disabled', now);
      const isOtherUrl = changed.includes('url');
      if ((changed.includes('disabled') && !isDisabled) || isOtherUrl)
        await clearHealth(trx, endpoint, isOtherUrl);
      await recordEndpointChange(context, trx, actor, { action: 'updated', endpointId: id, changed });
    }
    await runHook(trx, hook, endpoint);
    return { endpointId: id, result: endpoint };
  });
}

/**
 * An operator who disables the endpoint also holds it, even if the account had disabled it before; an operator who
 * enables it releases the hold.
 */
function isHeldAfter(actor: AccountActor, { isHeld }: WebhookEndpoint, { disabled }: EndpointChange) {
  return isOperator(actor) && disabled !== undefined ? disabled : isHeld;
}
