// Checks that the account or organization given to a command exists, so that a mistyped id is reported instead of
// returning an empty list.

import { accountExists, findOrganization } from '../features/accounts/system/account-admin-store.ts';
import type { AdminContext } from '../features/accounts/system/admin-context.ts';
import { Problem } from '../lib/problem.ts';

export async function requireKnownAccount(
  { system, environment }: Pick<AdminContext, 'system' | 'environment'>,
  id: string | undefined,
): Promise<void> {
  if (id === undefined || (await accountExists(system, id))) return;
  throw Problem.of(
    'not_found',
    `There is no account ${id} in ${environment}. "waybill orgs list -e ${environment}" shows all organizations.`,
  );
}

/** An id of something else, such as the personal account of a user, is not found either. */
export async function requireOrganization(
  { system, environment }: Pick<AdminContext, 'system' | 'environment'>,
  id: string,
): Promise<void> {
  if (await findOrganization(system, id)) return;
  throw Problem.of(
    'not_found',
    `There is no organization ${id} in ${environment}. "waybill orgs list -e ${environment}" shows all organizations.`,
  );
}
