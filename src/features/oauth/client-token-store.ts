// Live access tokens of an API client: listed and revoked by operators, commands and partners in the portal.
import { sql } from 'kysely';
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import { isValidToken, type TokenValidity, tokensWithSecret } from '../accounts/valid-token-store.ts';
import type { GrantType } from './grant-type.ts';
import { revokeFamily } from './token-revocation-store.ts';

export interface ClientToken {
  readonly id: string;
  /** null: unknown, issued before it was recorded. */
  readonly grantType: GrantType | null;
  readonly scopes: readonly Scope[];
  readonly userId: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastAddress: string | null;
  /** Expiry of the token or of the old secret that obtained it. */
  readonly expiresAt: Date | null;
  /** Number of API clients that portal sessions of this token created. */
  readonly derivedClients: number;
}

export interface TokenPage extends TokenValidity {
  readonly after: string | undefined;
  readonly limit: number;
}

/** Newest first; ids are ordered by time. One more than `limit` if there are more. */
export async function listClientTokens(
  db: AnyDatabase,
  apiClientId: string,
  { after, limit, ...validity }: TokenPage,
): Promise<ClientToken[]> {
  const isAfter = after === undefined ? sql`true` : sql`t.id < ${after}`;
  const { rows } = await sql<ClientToken>`
    select t.id, t.grant_type as "grantType", t.scopes, t.user_id as "userId", t.created_at as "createdAt",
      t.last_used_at as "lastUsedAt", t.last_address as "lastAddress",
      least(t.expires_at, s.expires_at) as "expiresAt",
      (select count(*)::int from api_client k where k.origin_token_id = t.id) as "derivedClients"
    from ${tokensWithSecret}
    where t.api_client_id = ${apiClientId} and ${isValidToken(validity)} and ${isAfter}
    order by t.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** Revokes a token, with all tokens of its sign-in: a refresh token could replace it. False if it is not valid. */
export async function revokeClientToken(
  trx: AnyDatabase,
  apiClientId: string,
  tokenId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ familyId: string | null }>`
    select family_id as "familyId" from access_token
    where id = ${tokenId} and api_client_id = ${apiClientId} and revoked_at is null`.execute(trx);
  const [token] = rows;
  if (!token) return false;
  if (token.familyId !== null) await revokeFamily(trx, token.familyId, now);
  else await sql`update access_token set revoked_at = ${now} where id = ${tokenId}`.execute(trx);
  return true;
}

/** When each client last obtained an access token, by client id. Reads all tokens: for commands, not for pages. */
export async function readLastTokenTimes(db: AnyDatabase): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select api_client_id as id, max(created_at) as at from access_token group by api_client_id`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
