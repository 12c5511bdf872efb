// Authorization codes: short-lived, single-use.
import { sql } from 'kysely';
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
  await sql`
    insert into authorization_code (code_hash, family_id, account_id, api_client_id, user_id, redirect_uri, scopes,
      code_challenge, created_at, expires_at)
    values (${code.codeHash}, ${code.familyId}, ${code.accountId}, ${code.apiClientId}, ${code.userId},
      ${code.redirectUri}, ${code.scopes}, ${code.codeChallenge}, ${code.createdAt},
      ${code.expiresAt})`.execute(db);
}

type StoredCode = AuthorizationCode & { readonly usedAt: Date | null };

/** Locks the row, so that of two concurrent requests with one code only one succeeds. */
export async function findCodeForUpdate(
  trx: IdentityDatabase,
  codeHash: Buffer,
): Promise<StoredCode | undefined> {
  const { rows } = await sql<StoredCode>`
    select family_id as "familyId", account_id as "accountId", api_client_id as "apiClientId", user_id as "userId",
      redirect_uri as "redirectUri", scopes, code_challenge as "codeChallenge", expires_at as "expiresAt",
      used_at as "usedAt"
    from authorization_code where code_hash = ${codeHash} for update`.execute(trx);
  return rows[0];
}

/** Locks the client of the code against changes. Undefined also if the client was disabled or deleted. */
export async function findUserOfCode(
  trx: IdentityDatabase,
  apiClientId: string,
  codeHash: Buffer,
): Promise<{ readonly userId: string } | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select a.user_id as "userId" from authorization_code a join api_client c on c.id = a.api_client_id
    where a.code_hash = ${codeHash} and c.id = ${apiClientId} and c.disabled_at is null
    for key share of c`.execute(trx);
  return rows[0];
}

export async function markCodeUsed(trx: IdentityDatabase, codeHash: Buffer, now: Date): Promise<void> {
  await sql`update authorization_code set used_at = ${now} where code_hash = ${codeHash}`.execute(trx);
}
