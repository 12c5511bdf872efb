// Stored responses of writes with an Idempotency-Key.
import type { AccountDatabase } from '../../db/database.ts';
import { insertion, type Statement } from '../../db/statement.ts';

/** A key is unique per account and route. */
export interface KeyScope {
  readonly accountId: string;
  readonly route: string;
  readonly key: string;
}

export interface StoredIdempotentResponse {
  readonly requestHash: Buffer;
  readonly encryptedResponse: Buffer;
  readonly expiresAt: Date;
}

export async function findStoredResponse(
  db: AccountDatabase,
  scope: KeyScope,
): Promise<StoredIdempotentResponse | undefined> {
  return db
    .selectFrom('idempotency_record')
    .select(['request_hash as requestHash', 'sealed_answer as encryptedResponse', 'expires_at as expiresAt'])
    .where('account_id', '=', scope.accountId)
    .where('route', '=', scope.route)
    .where('key', '=', scope.key)
    .executeTakeFirst();
}

export function storedResponseInsertion(
  scope: KeyScope,
  answer: StoredIdempotentResponse & { readonly status: number; readonly createdAt: Date },
): Statement<never> {
  return insertion('idempotency_record', [
    {
      account_id: scope.accountId,
      route: scope.route,
      key: scope.key,
      request_hash: answer.requestHash,
      sealed_answer: answer.encryptedResponse,
      status: answer.status,
      created_at: answer.createdAt,
      expires_at: answer.expiresAt,
    },
  ]);
}

export async function deleteExpiredResponse(db: AccountDatabase, scope: KeyScope, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_record')
    .where('account_id', '=', scope.accountId)
    .where('route', '=', scope.route)
    .where('key', '=', scope.key)
    .where('expires_at', '<=', now)
    .execute();
}
