// `waybill clients create`: creates an API client of an organization.
import type { AdminContext, CommandOrigin } from '../../accounts/system/admin-context.ts';
import { type IssuedClient, issueClient, type NewClientInput } from '../issue-client.ts';
import { commandClientAdmin, commandClientContext } from './command-client-admin.ts';

export type { IssuedClient, NewClientInput } from '../issue-client.ts';
export { mintClientId } from '../issue-client.ts';

export function createClient(
  admin: AdminContext,
  input: NewClientInput,
  origin: CommandOrigin,
): Promise<IssuedClient> {
  return issueClient(commandClientContext(admin), input, commandClientAdmin(origin));
}
