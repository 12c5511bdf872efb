// Revocation of codes and tokens.
//
// Lock order of every transaction that issues or revokes codes and tokens:
//   1. API client: `for key share` to issue, `for update` to change the client or revoke its tokens
//   2. user: `for share` to issue, `for no key update` to end access (decision 0061)
//   3. authorization codes
//   4. token families, an advisory lock each
//   5. refresh tokens
//   6. access tokens
// Locks of one kind are taken in the order of their ids. The foreign keys of a new code or token lock its client as well. A
// transaction that leaves this to the foreign key gets the first lock last, which is a deadlock with a change of the client.
// Housekeeping and the record of last uses skip locked rows instead.
import { type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';

/**
 * Serializes all changes to the tokens of one sign-in until the transaction ends. Without the lock, `revokeFamily`
 * would not see a token that a concurrent refresh is inserting, and that token would stay valid.
 */
export function lockFamily(trx: AnyDatabase, familyId: string): Promise<void> {
  return lockFamilies(trx, [familyId]);
}

export async function lockFamilies(trx: AnyDatabase, familyIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(id, ${familyLockSeed}))
    from (select unnest(${[...familyIds].sort()}::text[]) as id) family`.execute(trx);
}

/** Lock namespace ("fam"): separates this advisory lock from others derived from ids. */
const familyLockSeed = 0x66616d;

/** Revokes all tokens of one sign-in. Needs a transaction. Returns the hashes of the access tokens not yet revoked. */
export async function revokeFamily(trx: AnyDatabase, familyId: string, now: Date): Promise<Buffer[]> {
  await lockFamily(trx, familyId);
  return revokeTokensWhere(trx, sql`family_id = ${familyId}`, now);
}

/** Revokes one access token of the client. Returns its hash if it was not yet revoked. */
export async function revokeAccessToken(
  db: IdentityDatabase,
  apiClientId: string,
  which: { readonly tokenHash: Buffer } | { readonly id: string },
  now: Date,
): Promise<Buffer[]> {
  const token = 'id' in which ? sql`id = ${which.id}` : sql`token_hash = ${which.tokenHash}`;
  return revokeAccessTokens(db, sql`api_client_id = ${apiClientId} and ${token}`, now);
}

/**
 * Revokes refresh and access tokens. The condition names columns that both have. Returns the hashes of the access tokens
 * that were not yet revoked.
 */
export async function revokeTokensWhere(
  trx: AnyDatabase,
  condition: RawBuilder<unknown>,
  now: Date,
): Promise<Buffer[]> {
  await sql`
    update refresh_token set revoked_at = ${now}
    where id = any (array(
      select id from refresh_token where ${condition} and revoked_at is null
      order by id for no key update))`.execute(trx);
  return revokeAccessTokens(trx, condition, now);
}

async function revokeAccessTokens(
  db: AnyDatabase,
  condition: RawBuilder<unknown>,
  now: Date,
): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    update access_token set revoked_at = ${now}
    where id = any (array(
      select id from access_token where ${condition} and revoked_at is null
      order by id for no key update))
    returning token_hash as hash`.execute(db);
  return rows.map(({ hash }) => hash);
}

export async function deleteCodesWhere(trx: AnyDatabase, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from authorization_code
    where code_hash = any (array(
      select code_hash from authorization_code where ${condition} order by code_hash for update))`.execute(
    trx,
  );
}
