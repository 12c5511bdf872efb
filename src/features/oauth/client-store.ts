// API clients (OAuth 2.0) and their secrets.
import { sql } from 'kysely';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import { isValidSecret } from '../accounts/valid-token-store.ts';
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

const clientColumns = sql`
  id, account_id as "accountId", client_id as "clientId", name, scopes, grants, redirect_uris as "redirectUris"`;

export async function findClient(db: IdentityDatabase, clientId: string): Promise<ApiClient | undefined> {
  const { rows } = await sql<ApiClient>`
    select ${clientColumns}
    from api_client where client_id = ${clientId} and disabled_at is null`.execute(db);
  return rows[0];
}

/**
 * Locks the client against changes until the transaction ends; the first lock of a transaction that issues codes or tokens
 * (token-revocation-store.ts). False if it was disabled or deleted.
 */
export async function lockEnabledClient(trx: IdentityDatabase, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from api_client where id = ${id} and disabled_at is null for key share`.execute(trx);
  return rows.length > 0;
}

/** `secretId` is the valid secret with this hash (a client has two during a rotation); null if it has none. */
export async function findClientWithSecret(
  db: IdentityDatabase,
  clientId: string,
  { secretHash, now }: { readonly secretHash: Buffer | null; readonly now: Date },
): Promise<(ApiClient & { readonly secretId: string | null }) | undefined> {
  const { rows } = await sql<ApiClient & { secretId: string | null }>`
    select ${clientColumns}, (
      select s.id from client_secret s
      where s.api_client_id = c.id and s.secret_hash = ${secretHash} and ${isValidSecret(now)}
    ) as "secretId"
    from api_client c where client_id = ${clientId} and disabled_at is null`.execute(db);
  return rows[0];
}
