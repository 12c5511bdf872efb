// Wire format of the account of the access token.
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { Principal } from '../../http/surfaces/principal.ts';
import type { Account } from './account-store.ts';

export function presentAccount(account: Account, principal: Principal, environment: EnvironmentName) {
  return {
    id: account.id,
    kind: account.kind,
    name: account.name,
    contact_email: account.contactEmail,
    environment,
    client_id: principal.clientId,
    scope: principal.scopes.join(' '),
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}
