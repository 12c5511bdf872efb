// Use case: returns the signing secrets of an endpoint. Reading them is audited like a change.
import type { AccountTransaction } from '../../db/database.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { loadEndpointForUpdate } from './load-endpoint.ts';
import { recordEndpointChange } from './record-endpoint-change.ts';
import { listLiveSecrets } from './secret-store.ts';
import { decryptSecretKey, formatSecret } from './signing-secret.ts';
import type { WebhookContext } from './webhook-context.ts';

export interface RevealedSecret {
  readonly id: string;
  /** `whsec_…` */
  readonly secret: string;
  readonly createdAt: Date;
  /** Set on older secrets: deliveries are signed with them too until this time. */
  readonly expiresAt: Date | null;
}

type SecretContext = Pick<WebhookContext, 'db' | 'clock' | 'ids' | 'keys'>;

/** Newest first. */
export async function revealSecrets(
  context: SecretContext,
  actor: AccountActor,
  endpointId: string,
): Promise<RevealedSecret[]> {
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

export async function decryptSecrets(
  { keys }: Pick<SecretContext, 'keys'>,
  trx: AccountTransaction,
  accountId: string,
  endpointId: string,
  now: Date,
): Promise<RevealedSecret[]> {
  const secrets = await listLiveSecrets(trx, accountId, endpointId, now);
  return secrets.map((stored) => ({
    id: stored.id,
    secret: formatSecret(decryptSecretKey(keys, stored)),
    createdAt: stored.createdAt,
    expiresAt: stored.expiresAt,
  }));
}
