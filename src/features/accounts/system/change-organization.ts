// Changes the name of an organization or its address for operational mail.
import { Problem } from '../../../lib/problem.ts';
import type { Account } from '../account-store.ts';
import { findOrganization, updateOrganizationRow } from './account-admin-store.ts';
import { type AdminContext, type CommandOrigin, inTransaction } from './admin-context.ts';
import { recordAdminAudit } from './record-admin-audit.ts';

export interface OrganizationChange {
  readonly name?: string | undefined;
  readonly contactEmail?: string | null | undefined;
}

export async function changeOrganization(
  admin: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  id: string,
  { name, contactEmail }: OrganizationChange,
  origin: CommandOrigin,
): Promise<Account> {
  return inTransaction(admin.system, async (trx) => {
    const before = await findOrganization(trx, id);
    if (!before) throw organizationNotFound();
    const after: Account = {
      ...before,
      name: name ?? before.name,
      contactEmail: contactEmail === undefined ? before.contactEmail : contactEmail,
      updatedAt: admin.clock.now(),
    };
    const changed = (['name', 'contactEmail'] as const).filter((field) => after[field] !== before[field]);
    if (changed.length === 0) return before;
    await updateOrganizationRow(trx, after);
    await recordAdminAudit(trx, admin, origin, {
      accountId: id,
      action: 'account.updated',
      subject: { kind: 'account', id },
      changed,
    });
    return after;
  });
}

export function organizationNotFound(): Problem {
  return Problem.of('not_found', 'No organization has this id.');
}
