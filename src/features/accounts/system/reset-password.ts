// Resets an operator's password by a one-time link. The second factor stays in place.
import type { Actor } from '../../../lib/actor.ts';
import { hashToken } from '../../../lib/opaque-token.ts';
import { forgetAttempts } from '../../sign-in-throttle/system/throttle-admin-store.ts';
import { throttledAccount, throttleTarget } from '../../sign-in-throttle/throttle-guess.ts';
import { hashNewPassword } from '../new-password.ts';
import { inTransaction } from './admin-context.ts';
import { operatorNotFound } from './change-operator.ts';
import { operatorEvent } from './operator-event.ts';
import { type CreatedLink, createOperatorLink, type LinkContext, linkExpired } from './operator-link.ts';
import { operatorLinks } from './operator-link-store.ts';
import { operatorSessions } from './operator-session-store.ts';
import { findOperator, findOperatorForUpdate, updateOperatorRow } from './operator-store.ts';

/** Replaces an open reset link of the operator. Disabled operators are treated as unknown. */
export async function createResetLink(
  context: LinkContext,
  operatorId: string,
  createdBy: string,
  actor: Actor,
): Promise<CreatedLink> {
  return inTransaction(context.system, async (trx) => {
    const operator = await findOperatorForUpdate(trx, operatorId);
    if (!operator || operator.disabledAt !== null) throw operatorNotFound();
    const input = { purpose: 'reset', email: operator.email, role: null, operatorId, createdBy } as const;
    const created = await createOperatorLink({ ...context, system: trx }, input);
    await context.security.record(trx, operatorEvent('operator.password_reset_asked', actor, operatorId));
    return created;
  });
}

/** Ends all sessions of the operator, and the delay after failed sign-ins: the operator can sign in at once. */
export async function resetPassword(
  context: Pick<LinkContext, 'system' | 'clock' | 'security'>,
  {
    token,
    password,
    requestId,
    address,
  }: {
    readonly token: string;
    readonly password: string;
    readonly requestId: string;
    readonly address: string;
  },
): Promise<void> {
  // Read without a lock: the check and the hash take long. The transaction below decides whether the link still works.
  const [open] = await operatorLinks.listOpen(context.system, context.clock.now(), {
    token_hash: hashToken(token),
    purpose: 'reset',
  });
  const owner = open?.operatorId ? await findOperator(context.system, open.operatorId) : undefined;
  if (!owner) throw linkExpired();
  const passwordHash = await hashNewPassword(password, [owner.email, owner.name]);
  await inTransaction(context.system, async (trx) => {
    const link = await operatorLinks.consume(trx, token, context.clock.now(), { purpose: 'reset' });
    const operator = link?.operatorId ? await findOperatorForUpdate(trx, link.operatorId) : undefined;
    if (!operator || operator.disabledAt !== null) throw linkExpired();
    await updateOperatorRow(trx, operator.id, { ...operator, passwordHash });
    await operatorSessions.endAll(trx, { operator_id: operator.id });
    await operatorLinks.withdraw(trx, { operator_id: operator.id });
    await forgetAttempts(trx, throttleTarget('password', throttledAccount('operator', operator.id)));
    const actor = { kind: 'operator', id: operator.id, requestId, address } as const;
    await context.security.record(trx, {
      ...operatorEvent('operator.password_reset', actor, operator.id),
      changed: ['password'],
    });
  });
}
