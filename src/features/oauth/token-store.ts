// Access and refresh tokens. The database keeps only hashes.
import { sql } from 'kysely';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import type { Principal } from '../../http/surfaces/principal.ts';

export async function findTokenPrincipal(db: IdentityDatabase, tokenHash: Buffer): Promise<Principal | null> {
  const row = await db
    .selectFrom('access_token as t')
    .innerJoin('api_client as c', 'c.id', 't.api_client_id')
    .innerJoin('account as a', 'a.id', 't.account_id')
    .leftJoin('app_user as u', 'u.id', 't.user_id')
    .select([
      't.account_id as accountId',
      'a.kind as accountKind',
      'c.client_id as clientId',
      't.user_id as userId',
      't.scopes',
      'a.clock_ahead_seconds as clockAheadSeconds',
    ])
    .where('t.token_hash', '=', tokenHash)
    .where('t.revoked_at', 'is', null)
    .where('c.disabled_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
  return (row as Principal | undefined) ?? null;
}

export interface NewAccessToken {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly accountId: string;
  readonly apiClientId: string;
  readonly userId: string | null;
  readonly scopes: readonly Scope[];
  readonly familyId: string | null;
  readonly createdAt: Date;
}

export async function insertAccessToken(db: IdentityDatabase, token: NewAccessToken): Promise<void> {
  await db
    .insertInto('access_token')
    .values({
      id: token.id,
      token_hash: token.tokenHash,
      account_id: token.accountId,
      api_client_id: token.apiClientId,
      user_id: token.userId,
      scopes: [...token.scopes],
      family_id: token.familyId,
      created_at: token.createdAt,
    })
    .execute();
}

export interface RefreshToken {
  readonly id: string;
  readonly familyId: string;
  readonly accountId: string;
  readonly apiClientId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly accessTokenId: string;
  /** Set if the client proved its secret at sign-in; every refresh must then prove it too. */
  readonly secretRequired: boolean;
  readonly expiresAt: Date;
}

export async function insertRefreshToken(
  db: IdentityDatabase,
  token: RefreshToken & { readonly tokenHash: Buffer; readonly createdAt: Date },
): Promise<void> {
  await db
    .insertInto('refresh_token')
    .values({
      id: token.id,
      token_hash: token.tokenHash,
      family_id: token.familyId,
      account_id: token.accountId,
      api_client_id: token.apiClientId,
      user_id: token.userId,
      scopes: [...token.scopes],
      access_token_id: token.accessTokenId,
      secret_required: token.secretRequired,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
}

export interface StoredRefreshToken extends RefreshToken {
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Locks the row: of concurrent requests with one token, only one finds it unused. */
export async function findRefreshTokenForUpdate(
  trx: IdentityDatabase,
  tokenHash: Buffer,
): Promise<StoredRefreshToken | undefined> {
  const row = await trx
    .selectFrom('refresh_token')
    .select([
      'id',
      'family_id as familyId',
      'account_id as accountId',
      'api_client_id as apiClientId',
      'user_id as userId',
      'scopes',
      'access_token_id as accessTokenId',
      'secret_required as secretRequired',
      'expires_at as expiresAt',
      'used_at as usedAt',
      'revoked_at as revokedAt',
    ])
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst();
  return row as StoredRefreshToken | undefined;
}

export async function markRefreshTokenUsed(trx: IdentityDatabase, id: string, now: Date): Promise<void> {
  await trx.updateTable('refresh_token').set({ used_at: now }).where('id', '=', id).execute();
}

/** Revokes one access token of the client. Returns its hash if it was not yet revoked. */
export async function revokeAccessToken(
  db: IdentityDatabase,
  apiClientId: string,
  which: { readonly tokenHash: Buffer } | { readonly id: string },
  now: Date,
): Promise<Buffer[]> {
  const update = db
    .updateTable('access_token')
    .set({ revoked_at: now })
    .where('api_client_id', '=', apiClientId)
    .where('revoked_at', 'is', null)
    .returning('token_hash');
  const rows = await ('id' in which
    ? update.where('id', '=', which.id)
    : update.where('token_hash', '=', which.tokenHash)
  ).execute();
  return rows.map((row) => row.token_hash);
}

/**
 * Serializes all changes to the tokens of one sign-in until the transaction ends. Without the lock, `revokeFamily`
 * would not see a token that a concurrent refresh is inserting, and that token would stay valid.
 */
export async function lockFamily(trx: IdentityDatabase, familyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${familyId}, ${familyLockSeed}))`.execute(trx);
}

/** Lock namespace ("fam"): separates this advisory lock from others derived from ids. */
const familyLockSeed = 0x66616d;

/** Revokes all tokens of one sign-in. Needs a transaction. Returns the hashes of the access tokens not yet revoked. */
export async function revokeFamily(trx: IdentityDatabase, familyId: string, now: Date): Promise<Buffer[]> {
  await lockFamily(trx, familyId);
  await trx
    .updateTable('refresh_token')
    .set({ revoked_at: now })
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .execute();
  const rows = await trx
    .updateTable('access_token')
    .set({ revoked_at: now })
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .returning('token_hash')
    .execute();
  return rows.map((row) => row.token_hash);
}

export async function findFamilyOfRefreshToken(
  db: IdentityDatabase,
  apiClientId: string,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_token')
    .select('family_id')
    .where('token_hash', '=', tokenHash)
    .where('api_client_id', '=', apiClientId)
    .executeTakeFirst();
  return row?.family_id;
}
