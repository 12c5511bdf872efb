// Store of signing secrets, encrypted. Deliveries are signed with the newest secret and with every older one that has
// not expired.
import { sql } from 'kysely';
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';

export interface StoredSecret {
  readonly id: string;
  /** The key, encrypted with the purpose `webhook_secret:<id>`. */
  readonly sealed: Buffer;
  readonly created_at: Date;
  /** null on the newest secret. */
  readonly expires_at: Date | null;
}

export async function insertSecret(
  trx: AccountTransaction,
  endpoint: Pick<WebhookEndpoint, 'id' | 'accountId'>,
  { id, sealed, created_at }: Omit<StoredSecret, 'expires_at'>,
): Promise<void> {
  await sql`
    insert into webhook_secret (id, endpoint_id, account_id, sealed, created_at)
    values (${id}, ${endpoint.id}, ${endpoint.accountId}, ${sealed}, ${created_at})`.execute(trx);
}

/** Newest first. */
export async function listLiveSecrets(
  db: AccountDatabase,
  accountId: string,
  endpointId: string,
  now: Date,
): Promise<StoredSecret[]> {
  const { rows } = await sql<StoredSecret>`
    select id, sealed, created_at, expires_at from webhook_secret
    where account_id = ${accountId} and endpoint_id = ${endpointId} and (expires_at is null or expires_at > ${now})
    order by created_at desc, id desc`.execute(db);
  return rows;
}

/** Sets the expiry of all secrets to at most `expiresAt`; an earlier expiry is kept. Deletes those expired at `now`. */
export async function expireSecrets(
  trx: AccountTransaction,
  accountId: string,
  endpointId: string,
  { expiresAt, now }: { readonly expiresAt: Date; readonly now: Date },
): Promise<void> {
  const own = sql`account_id = ${accountId} and endpoint_id = ${endpointId}`;
  await sql`update webhook_secret set expires_at = least(expires_at, ${expiresAt}) where ${own}`.execute(trx);
  await sql`delete from webhook_secret where ${own} and expires_at <= ${now}`.execute(trx);
}

/** Replaces the ciphertext. Returns false if the secret was deleted or encrypted again meanwhile. */
export async function replaceSealedSecret(
  db: AccountDatabase,
  accountId: string,
  { id, sealed }: Pick<StoredSecret, 'id' | 'sealed'>,
  resealed: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_secret set sealed = ${resealed}
    where account_id = ${accountId} and id = ${id} and sealed = ${sealed}`.execute(db);
  return numAffectedRows === 1n;
}
