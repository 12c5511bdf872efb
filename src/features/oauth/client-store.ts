// API clients (OAuth 2.0) and their secrets.
import { sql } from 'kysely';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import type { GrantType } from './grant-type.ts';

export interface ApiClient {
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly grants: readonly GrantType[];
  readonly redirectUris: readonly string[];
}

export async function findClient(db: IdentityDatabase, clientId: string): Promise<ApiClient | undefined> {
  const { rows } = await sql<ApiClient>`
    select id, account_id as "accountId", client_id as "clientId", name, scopes, grants, redirect_uris as "redirectUris"
    from api_client where client_id = ${clientId} and disabled_at is null`.execute(db);
  return rows[0];
}

export interface ClientSecret {
  readonly id: string;
  readonly hash: Buffer;
}

/** The valid secrets: one, or two during a rotation. */
export async function listValidSecrets(
  db: IdentityDatabase,
  apiClientId: string,
  now: Date,
): Promise<ClientSecret[]> {
  const { rows } = await sql<ClientSecret>`
    select id, secret_hash as hash from client_secret
    where api_client_id = ${apiClientId} and revoked_at is null
      and (expires_at is null or expires_at > ${now})`.execute(db);
  return rows;
}
