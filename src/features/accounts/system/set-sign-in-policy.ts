// Sets whether every operator needs a second factor. An operator without one must set it up before any other request.
import { recordAudit } from '../../../db/audit-store.ts';
import type { Actor } from '../../../lib/actor.ts';
import { type AdminContext, inTransaction } from './admin-context.ts';
import { type SignInPolicy, updateSignInPolicy } from './sign-in-policy-store.ts';

export async function setSignInPolicy(
  context: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  policy: SignInPolicy,
  actor: Actor,
): Promise<void> {
  await inTransaction(context.system, async (trx) => {
    if (!(await updateSignInPolicy(trx, policy))) return;
    await recordAudit(trx, context, actor, {
      accountId: null,
      action: 'sign_in_policy.updated',
      subject: { kind: 'sign_in_policy', id: 'operators' },
      changed: ['requires_second_factor'],
    });
  });
}
