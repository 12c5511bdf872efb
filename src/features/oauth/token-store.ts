// Access and refresh tokens. The database keeps only hashes. token-revocation-store.ts has the lock order.
import { sql } from 'kysely';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import type { Principal } from '../../http/surfaces/principal.ts';
import {
  isValidSecret,
  isValidToken,
  type TokenValidity,
  tokensWithSecret,
} from '../accounts/valid-token-store.ts';
import type { GrantType } from './grant-type.ts';

/** Also refuses tokens of a disabled client or user. */
export async function findTokenPrincipal(
  db: IdentityDatabase,
  tokenHash: Buffer,
  validity: TokenValidity,
): Promise<Principal | null> {
  const { rows } = await sql<Principal>`
    select t.id as "tokenId", t.account_id as "accountId", a.kind as "accountKind", c.client_id as "clientId",
      t.user_id as "userId", t.scopes, a.clock_ahead_seconds as "clockAheadSeconds",
      (extract(epoch from least(t.expires_at, s.expires_at)) * 1000)::float8 as "validUntilMs"
    from ${tokensWithSecret} join api_client c on c.id = t.api_client_id join account a on a.id = t.account_id
    left join app_user u on u.id = t.user_id
    where t.token_hash = ${tokenHash} and c.disabled_at is null and u.disabled_at is null
      and ${isValidToken(validity)}`.execute(db);
  return rows[0] ?? null;
}

export interface NewAccessToken {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly accountId: string;
  readonly apiClientId: string;
  readonly userId: string | null;
  readonly scopes: readonly Scope[];
  readonly familyId: string | null;
  /** The secret that the client proved; the token ends with it. null: it proved none. */
  readonly clientSecretId: string | null;
  readonly grantType: GrantType;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** False if the client was disabled or deleted in the meantime: then no token is inserted. */
export async function insertAccessToken(db: IdentityDatabase, token: NewAccessToken): Promise<boolean> {
  const { rows } = await sql`
    insert into access_token (id, token_hash, account_id, api_client_id, user_id, scopes, family_id, client_secret_id,
      grant_type, created_at, idle_from, expires_at)
    select ${token.id}, ${token.tokenHash}, ${token.accountId}, c.id, ${token.userId}, ${[...token.scopes]},
      ${token.familyId}, ${token.clientSecretId}, ${token.grantType}, ${token.createdAt}, ${token.createdAt},
      ${token.expiresAt}
    from api_client c where c.id = ${token.apiClientId} and c.disabled_at is null for key share
    returning id`.execute(db);
  return rows.length > 0;
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
  readonly clientSecretId: string | null;
  readonly expiresAt: Date;
}

export async function insertRefreshToken(
  db: IdentityDatabase,
  token: RefreshToken & { readonly tokenHash: Buffer; readonly createdAt: Date },
): Promise<void> {
  await sql`
    insert into refresh_token (id, token_hash, family_id, account_id, api_client_id, user_id, scopes, access_token_id,
      secret_required, client_secret_id, created_at, expires_at)
    values (${token.id}, ${token.tokenHash}, ${token.familyId}, ${token.accountId}, ${token.apiClientId}, ${token.userId},
      ${token.scopes}, ${token.accessTokenId}, ${token.secretRequired}, ${token.clientSecretId}, ${token.createdAt},
      ${token.expiresAt})`.execute(db);
}

export interface StoredRefreshToken extends RefreshToken {
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Whether the secret that the client proved is still valid; true if it proved none. */
  readonly isSecretValid: boolean;
}

/** Locks the row: of concurrent requests with one token, only one finds it unused. */
export async function findRefreshTokenForUpdate(
  trx: IdentityDatabase,
  tokenHash: Buffer,
  now: Date,
): Promise<StoredRefreshToken | undefined> {
  const { rows } = await sql<StoredRefreshToken>`
    select t.id, t.family_id as "familyId", t.account_id as "accountId", t.api_client_id as "apiClientId",
      t.user_id as "userId", t.scopes, t.access_token_id as "accessTokenId", t.secret_required as "secretRequired",
      t.expires_at as "expiresAt", t.used_at as "usedAt", t.revoked_at as "revokedAt",
      t.client_secret_id as "clientSecretId", ${isValidSecret(now)} as "isSecretValid"
    from refresh_token t left join client_secret s on s.id = t.client_secret_id
    where t.token_hash = ${tokenHash} for update of t`.execute(trx);
  return rows[0];
}

export async function markRefreshTokenUsed(trx: IdentityDatabase, id: string, now: Date): Promise<void> {
  await sql`update refresh_token set used_at = ${now} where id = ${id}`.execute(trx);
}

/** Locks the client of the token against changes. Undefined also if the client was disabled or deleted. */
export async function findFamilyOfRefreshToken(
  trx: IdentityDatabase,
  apiClientId: string,
  tokenHash: Buffer,
): Promise<Pick<RefreshToken, 'familyId' | 'userId'> | undefined> {
  const { rows } = await sql<Pick<RefreshToken, 'familyId' | 'userId'>>`
    select r.family_id as "familyId", r.user_id as "userId"
    from refresh_token r join api_client c on c.id = r.api_client_id
    where r.token_hash = ${tokenHash} and c.id = ${apiClientId} and c.disabled_at is null
    for key share of c`.execute(trx);
  return rows[0];
}
