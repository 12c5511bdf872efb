// Stored responses of writes with an Idempotency-Key.
import { sql } from 'kysely';
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

const isIn = ({ accountId, route, key }: KeyScope) =>
  sql`account_id = ${accountId} and route = ${route} and key = ${key}`;

export async function findStoredResponse(
  db: AccountDatabase,
  scope: KeyScope,
): Promise<StoredIdempotentResponse | undefined> {
  const { rows } = await sql<StoredIdempotentResponse>`
    select request_hash as "requestHash", sealed_answer as "encryptedResponse", expires_at as "expiresAt"
    from idempotency_record where ${isIn(scope)}`.execute(db);
  return rows[0];
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
  await sql`delete from idempotency_record where ${isIn(scope)} and expires_at <= ${now}`.execute(db);
}
