// `waybill orgs create`: a new organization.
import { recordAudit } from '../../../db/audit-store.ts';
import type { Account } from '../account-store.ts';
import { insertAccount } from './account-admin-store.ts';
import type { AdminContext, CommandOrigin } from './admin-context.ts';

export interface NewOrganization {
  readonly name: string;
  readonly contactEmail: string | null;
}

export async function createOrganization(
  { system, clock, ids }: AdminContext,
  { name, contactEmail }: NewOrganization,
  origin: CommandOrigin,
): Promise<Account> {
  const now = clock.now();
  const account: Account = {
    id: ids.next(),
    kind: 'organization',
    name,
    contactEmail,
    createdAt: now,
    updatedAt: now,
  };
  await system.transaction().execute(async (trx) => {
    await insertAccount(trx, account);
    await recordAudit(trx, {
      id: ids.next(),
      accountId: account.id,
      actor: { kind: 'command', id: origin.actorId },
      action: 'account.created',
      subject: { kind: 'account', id: account.id },
      requestId: origin.requestId,
      at: now,
    });
  });
  return account;
}
