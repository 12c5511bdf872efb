// Authorization codes: short-lived, single-use.
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';

export interface AuthorizationCode {
  readonly familyId: string;
  readonly accountId: string;
  readonly apiClientId: string;
  readonly userId: string;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string | null;
  readonly expiresAt: Date;
}

export async function insertCode(
  db: IdentityDatabase,
  code: AuthorizationCode & { readonly codeHash: Buffer; readonly createdAt: Date },
): Promise<void> {
  await db
    .insertInto('authorization_code')
    .values({
      code_hash: code.codeHash,
      family_id: code.familyId,
      account_id: code.accountId,
      api_client_id: code.apiClientId,
      user_id: code.userId,
      redirect_uri: code.redirectUri,
      scopes: [...code.scopes],
      code_challenge: code.codeChallenge,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    })
    .execute();
}

/** Locks the row, so that of two concurrent requests with one code only one succeeds. */
export async function findCodeForUpdate(
  trx: IdentityDatabase,
  codeHash: Buffer,
): Promise<(AuthorizationCode & { readonly usedAt: Date | null }) | undefined> {
  const row = await trx
    .selectFrom('authorization_code')
    .select([
      'family_id as familyId',
      'account_id as accountId',
      'api_client_id as apiClientId',
      'user_id as userId',
      'redirect_uri as redirectUri',
      'scopes',
      'code_challenge as codeChallenge',
      'expires_at as expiresAt',
      'used_at as usedAt',
    ])
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst();
  return row as (AuthorizationCode & { usedAt: Date | null }) | undefined;
}

export async function markCodeUsed(trx: IdentityDatabase, codeHash: Buffer, now: Date): Promise<void> {
  await trx
    .updateTable('authorization_code')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .execute();
}
