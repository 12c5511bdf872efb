// Checks that the account given as a filter exists, so that a mistyped id is reported instead of returning an empty
// list.

import { accountExists } from '../features/accounts/system/account-admin-store.ts';
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
