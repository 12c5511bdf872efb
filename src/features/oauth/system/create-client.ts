// Context of commands that manage API clients, and `waybill clients create`, which creates one for an organization.
import type { Actor } from '../../../lib/actor.ts';
import type { CredentialAdminContext } from '../../accounts/system/admin-context.ts';
import type { ClientAdminContext } from '../client-admin.ts';
import { type IssuedClient, issueClient, type NewClientInput } from '../issue-client.ts';
import { notifyTokensRevoked } from './revocation-store.ts';

export type { IssuedClient, NewClientInput } from '../issue-client.ts';
export { mintClientId } from '../issue-client.ts';

export function createClient(
  admin: CredentialAdminContext,
  input: NewClientInput,
  actor: Actor,
): Promise<IssuedClient> {
  return issueClient(commandClientContext(admin), input, actor);
}

export function commandClientContext(admin: CredentialAdminContext): ClientAdminContext {
  const { system, clock, ids, environment, security } = admin;
  return {
    clients: system,
    clock,
    ids,
    environment,
    security,
    // A command does not wait for confirmations: a process that misses the notification drops its entries within 2 s.
    announceRevoked: () => notifyTokensRevoked(system),
  };
}
