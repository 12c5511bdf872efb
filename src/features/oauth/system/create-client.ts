// `waybill clients create`: creates an API client of an organization.
import type { Actor } from '../../../lib/actor.ts';
import type { AdminContext } from '../../accounts/system/admin-context.ts';
import { type IssuedClient, issueClient, type NewClientInput } from '../issue-client.ts';
import { commandClientContext } from './command-client-admin.ts';

export type { IssuedClient, NewClientInput } from '../issue-client.ts';
export { mintClientId } from '../issue-client.ts';

export function createClient(
  admin: AdminContext,
  input: NewClientInput,
  actor: Actor,
): Promise<IssuedClient> {
  return issueClient(commandClientContext(admin), input, actor);
}
