// Sets whether every operator needs a second factor. An operator without one must set it up before any other request.
import { type AdminContext, type CommandOrigin, inTransaction } from './admin-context.ts';
import { recordAdminAudit } from './record-admin-audit.ts';
import { type SignInPolicy, updateSignInPolicy } from './sign-in-policy-store.ts';

export async function setSignInPolicy(
  context: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  policy: SignInPolicy,
  origin: CommandOrigin,
): Promise<void> {
  await inTransaction(context.system, async (trx) => {
    if (!(await updateSignInPolicy(trx, policy))) return;
    await recordAdminAudit(trx, context, origin, {
      accountId: null,
      action: 'sign_in_policy.updated',
      subject: { kind: 'sign_in_policy', id: 'operators' },
      changed: ['requires_second_factor'],
    });
  });
}
