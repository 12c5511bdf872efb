// Store of signing secrets, encrypted. Deliveries are signed with the newest secret and with every older one that has
// not expired.
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';

export interface StoredSecret {
  readonly id: string;
  readonly endpointId: string;
  readonly accountId: string;
  /** The key, encrypted with the purpose `webhook_secret:<id>`. */
  readonly sealed: Buffer;
  readonly createdAt: Date;
  /** null on the newest secret. */
  readonly expiresAt: Date | null;
}

export async function insertSecret(trx: AccountTransaction, secret: StoredSecret): Promise<void> {
  await trx
    .insertInto('webhook_secret')
    .values({
      id: secret.id,
      endpoint_id: secret.endpointId,
      account_id: secret.accountId,
      sealed: secret.sealed,
      created_at: secret.createdAt,
      expires_at: secret.expiresAt,
    })
    .execute();
}

/** Newest first. */
export async function listLiveSecrets(
  db: AccountDatabase,
  accountId: string,
  endpointId: string,
  now: Date,
): Promise<StoredSecret[]> {
  return db
    .selectFrom('webhook_secret')
    .select([
      'id',
      'endpoint_id as endpointId',
      'account_id as accountId',
      'sealed',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', endpointId)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Sets the expiry of all secrets to at most `expiresAt`; an earlier expiry is kept. */
export async function limitSecretExpiry(
  trx: AccountTransaction,
  accountId: string,
  endpointId: string,
  expiresAt: Date,
): Promise<void> {
  await trx
    .updateTable('webhook_secret')
    .set((row) => ({ expires_at: row.fn<Date>('least', ['expires_at', row.val(expiresAt)]) }))
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}

export async function deleteExpiredSecrets(
  trx: AccountTransaction,
  accountId: string,
  endpointId: string,
  now: Date,
): Promise<void> {
  await trx
    .deleteFrom('webhook_secret')
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', endpointId)
    .where('expires_at', '<=', now)
    .execute();
}
