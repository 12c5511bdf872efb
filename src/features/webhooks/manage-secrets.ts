// Use cases: reveal and rotate the signing secrets of an endpoint. Reading them is audited like a change. During the
// overlap of a rotation deliveries carry signatures of both secrets, so that the receiver can switch without rejecting
// a delivery.
import type { AccountTransaction } from '../../db/database.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import { changeEndpointRows, recordEndpointChange } from './change-endpoint.ts';
import { addSecret } from './create-endpoint.ts';
import { loadEndpointForUpdate } from './load-endpoint.ts';
import type { EndpointSecret } from './portal-schemas.ts';
import { expireSecrets, listLiveSecrets } from './secret-store.ts';
import { decryptSecretKey, formatSecret } from './signing-secret.ts';
import type { WebhookContext } from './webhook-context.ts';

type SecretContext = Pick<WebhookContext, 'db' | 'clock' | 'ids' | 'keys'>;

const defaultOverlapHours = 24;
/** Limits the length of the signature header: every valid secret adds one signature. */
const maxLiveSecrets = 3;

/** Newest first. */
export async function revealSecrets(
  context: SecretContext,
  actor: AccountActor,
  endpointId: string,
): Promise<EndpointSecret[]> {
  return context.db
    .forAccount(actor.accountId)
    .transaction()
    .execute(async (trx) => {
      await loadEndpointForUpdate(trx, actor.accountId, endpointId);
      const now = context.clock.now();
      await recordEndpointChange(context, trx, actor, { action: 'secrets_revealed', endpointId });
      return decryptSecrets(context, trx, actor.accountId, endpointId, now);
    });
}

/** Returns all valid secrets, newest first. An overlap of 0 revokes the old ones immediately. */
export async function rotateSecret(
  context: SecretContext & Pick<WebhookContext, 'changes'>,
  actor: AccountActor,
  endpointId: string,
  overlapHours = defaultOverlapHours,
): Promise<EndpointSecret[]> {
  const { accountId } = actor;
  return changeEndpointRows(context, actor, async (trx) => {
    const endpoint = await loadEndpointForUpdate(trx, accountId, endpointId);
    const now = context.clock.now();
    const live = await listLiveSecrets(trx, accountId, endpointId, now);
    if (overlapHours > 0 && live.length >= maxLiveSecrets) throw tooManySecrets();
    const expiresAt = new Date(now.getTime() + overlapHours * 3_600_000);
    await expireSecrets(trx, accountId, endpointId, { expiresAt, now });
    await addSecret(context, trx, endpoint, now);
    await recordEndpointChange(context, trx, actor, { action: 'secret_rotated', endpointId });
    return { endpointId, result: await decryptSecrets(context, trx, accountId, endpointId, now) };
  });
}

async function decryptSecrets(
  { keys }: SecretContext,
  trx: AccountTransaction,
  accountId: string,
  endpointId: string,
  now: Date,
) {
  const secrets = await listLiveSecrets(trx, accountId, endpointId, now);
  return secrets.map(({ id, sealed, created_at, expires_at }) => ({
    id,
    secret: formatSecret(decryptSecretKey(keys, { id, sealed })),
    created_at,
    expires_at,
  }));
}

function tooManySecrets(): Problem {
  return Problem.of(
    'invalid_parameter',
    `This endpoint already has ${maxLiveSecrets} valid signing secrets. Wait until one expires, or set overlap_hours to 0 to revoke the old ones now.`,
    { param: 'overlap_hours' },
  );
}
