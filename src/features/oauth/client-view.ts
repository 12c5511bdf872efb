// Wire format of API clients, for the portal and the operator API.
import type { AnyDatabase } from '../../db/branded-database.ts';
import { Problem } from '../../lib/problem.ts';
import { type ClientFilter, listClients, type StoredClient } from './client-admin-store.ts';
import type { ApiKey, ClientTokenView } from './client-schemas.ts';
import type { ClientToken } from './client-token-store.ts';

export function presentClient(client: StoredClient): ApiKey {
  return {
    id: client.id,
    client_id: client.clientId,
    name: client.name,
    scopes: client.scopes,
    grants: client.grants,
    created_at: client.createdAt,
    disabled: client.disabledAt !== null,
    disabled_at: client.disabledAt,
    last_used_at: client.lastUsedAt,
    old_secret_until: client.oldSecretUntil,
    created_by_client_id: client.originClientId,
    created_by_token_id: client.originTokenId,
    created_by_member: client.originMember,
  };
}

export function presentToken(token: ClientToken): ClientTokenView {
  return {
    id: token.id,
    grant: token.grantType,
    scopes: token.scopes,
    acts_for: token.userId === null ? 'organization' : 'user',
    created_at: token.createdAt,
    last_used_at: token.lastUsedAt,
    address: token.lastAddress,
    expires_at: token.expiresAt,
    derived_clients: token.derivedClients,
  };
}

/** Loads one client in wire format. */
export async function readClient(
  db: AnyDatabase,
  filter: ClientFilter & { readonly id: string },
): Promise<ApiKey> {
  const [client] = await listClients(db, filter);
  if (!client) throw Problem.of('not_found', 'No API client has this id.');
  return presentClient(client);
}
