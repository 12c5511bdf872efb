// API clients (OAuth 2.0) and their secrets.

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

const columns = [
  'id',
  'account_id as accountId',
  'client_id as clientId',
  'name',
  'scopes',
  'grants',
  'redirect_uris as redirectUris',
] as const;

export async function findClient(db: IdentityDatabase, clientId: string): Promise<ApiClient | undefined> {
  const row = await db
    .selectFrom('api_client')
    .select(columns)
    .where('client_id', '=', clientId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row as ApiClient | undefined;
}

/** Hashes of the valid secrets: one, or two during a rotation. */
export async function liveSecretHashes(
  db: IdentityDatabase,
  apiClientId: string,
  now: Date,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('client_secret')
    .select('secret_hash')
    .where('api_client_id', '=', apiClientId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute();
  return rows.map(({ secret_hash }) => secret_hash);
}
