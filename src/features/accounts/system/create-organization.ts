// `waybill orgs create`: creates an organization.
import { recordAudit } from '../../../db/audit-store.ts';
import { requireAccountName } from '../../../domain/account/account-name.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Account } from '../account-store.ts';
import { insertAccount } from './account-admin-store.ts';
import { type AdminContext, inTransaction } from './admin-context.ts';

export interface NewOrganization {
  readonly name: string;
  readonly contactEmail: string | null;
}

export async function createOrganization(
  admin: AdminContext,
  { name, contactEmail }: NewOrganization,
  actor: Actor,
): Promise<Account> {
  requireAccountName(name);
  const { system, clock, ids } = admin;
  const now = clock.now();
  const account: Account = {
    id: ids.next(),
    kind: 'organization',
    name,
    pendingName: null,
    pendingNameAt: null,
    contactEmail,
    createdAt: now,
    updatedAt: now,
  };
  await inTransaction(system, async (trx) => {
    await insertAccount(trx, account);
    await recordAudit(trx, admin, actor, {
      accountId: account.id,
      action: 'account.created',
      subject: { kind: 'account', id: account.id },
    });
  });
  return account;
}
