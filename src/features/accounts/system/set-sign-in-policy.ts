// Sets whether every operator needs a second factor. An operator without one must set it up before any other request.
import type { Actor } from '../../../lib/actor.ts';
import { type CredentialAdminContext, inTransaction } from './admin-context.ts';
import { type SignInPolicy, updateSignInPolicy } from './sign-in-policy-store.ts';

export async function setSignInPolicy(
  context: Pick<CredentialAdminContext, 'system' | 'security'>,
  policy: SignInPolicy,
  actor: Actor,
): Promise<void> {
  await inTransaction(context.system, async (trx) => {
    if (!(await updateSignInPolicy(trx, policy))) return;
    await context.security.record(trx, {
      event: 'sign_in_policy.updated',
      actor,
      accountId: null,
      subject: { kind: 'sign_in_policy', id: 'operators' },
      changed: ['requires_second_factor'],
    });
  });
}
