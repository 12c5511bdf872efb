// Context of commands that manage API clients, and `waybill clients create`, which creates one for an organization.
import type { Actor } from '../../../lib/actor.ts';
import type { AdminContext } from '../../accounts/system/admin-context.ts';
import type { ClientAdminContext } from '../client-admin.ts';
import { type IssuedClient, issueClient, type NewClientInput } from '../issue-client.ts';
import { notifyTokensRevoked } from './revocation-store.ts';

export type { IssuedClient, NewClientInput } from '../issue-client.ts';
export { mintClientId } from '../issue-client.ts';

export function createClient(
  admin: AdminContext,
  input: NewClientInput,
  actor: Actor,
): Promise<IssuedClient> {
  return issueClient(commandClientContext(admin), input, actor);
}

export function commandClientContext(admin: AdminContext): ClientAdminContext {
  const { system, clock, ids, environment } = admin;
  return {
    clients: system,
    clock,
    ids,
    environment,
    // A command does not wait for confirmations: a process that misses the notification drops its entries within 2 s.
    announceRevoked: () => notifyTokensRevoked(system),
  };
}
