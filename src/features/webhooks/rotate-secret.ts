// Use case: rotates the signing secret of an endpoint. During the overlap deliveries carry signatures of both secrets,
// so that the receiver can switch without rejecting a delivery.
import type { AccountActor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import { changeEndpointRows } from './change-endpoint.ts';
import { addSecret } from './create-endpoint.ts';
import { loadEndpointForUpdate } from './load-endpoint.ts';
import { recordEndpointChange } from './record-endpoint-change.ts';
import { decryptSecrets, type RevealedSecret } from './reveal-secrets.ts';
import { deleteExpiredSecrets, limitSecretExpiry, listLiveSecrets } from './secret-store.ts';
import type { WebhookContext } from './webhook-context.ts';

const defaultOverlapHours = 24;
/** Limits the length of the signature header: every valid secret adds one signature. */
const maxLiveSecrets = 3;

/** Returns all valid secrets, newest first. An overlap of 0 revokes the old ones immediately. */
export async function rotateSecret(
  context: Pick<WebhookContext, 'db' | 'clock' | 'ids' | 'keys' | 'changes'>,
  actor: AccountActor,
  endpointId: string,
  overlapHours = defaultOverlapHours,
): Promise<RevealedSecret[]> {
  const { accountId } = actor;
  return changeEndpointRows(context, actor, async (trx) => {
    const endpoint = await loadEndpointForUpdate(trx, accountId, endpointId);
    const now = context.clock.now();
    const live = await listLiveSecrets(trx, accountId, endpointId, now);
    if (overlapHours > 0 && live.length >= maxLiveSecrets) throw tooManySecrets();
    await limitSecretExpiry(trx, accountId, endpointId, new Date(now.getTime() + overlapHours * 3_600_000));
    await deleteExpiredSecrets(trx, accountId, endpointId, now);
    await addSecret(context, trx, endpoint, now);
    await recordEndpointChange(context, trx, actor, { action: 'secret_rotated', endpointId });
    return { endpointId, result: await decryptSecrets(context, trx, accountId, endpointId, now) };
  });
}

function tooManySecrets(): Problem {
  return Problem.of(
    'invalid_parameter',
    `This endpoint already has ${maxLiveSecrets} valid signing secrets. Wait until one expires, or set overlap_hours to 0 to revoke the old ones now.`,
    { param: 'overlap_hours' },
  );
}
