// Use case: an operator approves or rejects the name that a partner has set for its organization.
import { recordAudit } from '../../../db/audit-store.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { updateAccountRow } from '../account-store.ts';
import { findOrganization } from './account-admin-store.ts';
import type { AdminContext } from './admin-context.ts';
import { organizationNotFound } from './organization-not-found.ts';

export interface NameDecision {
  /** The name that the operator has seen: the partner may have set another one meanwhile. */
  readonly name: string;
  readonly isApproved: boolean;
}

/** An approved name is shown to customers; a rejected one is discarded, and the partner sees the approved name again. */
export async function decideName(
  admin: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  accountId: string,
  { name, isApproved }: NameDecision,
  actor: Actor,
): Promise<void> {
  await admin.system.transaction().execute(async (trx) => {
    const account = await findOrganization(trx, accountId, { lock: true });
    if (!account) throw organizationNotFound();
    if (account.pendingName !== name)
      throw Problem.of(
        'name_not_pending',
        account.pendingName === null
          ? 'No name of this organization waits for approval.'
          : `Another name waits for approval: ${account.pendingName}.`,
      );
    await updateAccountRow(trx, {
      ...account,
      name: isApproved ? name : account.name,
      pendingName: null,
      pendingNameAt: null,
      // The partner reads its own, pending name in any case: only a rejection changes what `GET /account` returns.
      updatedAt: isApproved ? account.updatedAt : admin.clock.now(),
    });
    await recordAudit(trx, admin, actor, {
      accountId,
      action: isApproved ? 'account.name_approved' : 'account.name_rejected',
      subject: { kind: 'account', id: accountId },
    });
  });
}
