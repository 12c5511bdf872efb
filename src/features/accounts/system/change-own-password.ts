// An operator changes their own password. Ends all other sessions of the operator and deletes open reset links.
import { hashNewPassword } from '../new-password.ts';
import { type CredentialAdminContext, inTransaction } from './admin-context.ts';
import { operatorNotFound } from './change-operator.ts';
import { operatorEvent } from './operator-event.ts';
import { operatorLinks } from './operator-link-store.ts';
import { operatorSessions } from './operator-session-store.ts';
import { findOperator, findOperatorForUpdate, updateOperatorRow } from './operator-store.ts';

export interface OwnPassword {
  readonly operatorId: string;
  readonly password: string;
  /** The current session, which stays signed in. */
  readonly sessionHash: string;
  readonly requestId: string;
  readonly address: string;
}

export async function changeOwnPassword(
  context: Pick<CredentialAdminContext, 'system' | 'security'>,
  { operatorId, password, sessionHash, requestId, address }: OwnPassword,
): Promise<void> {
  const owner = await findOperator(context.system, operatorId);
  if (!owner) throw operatorNotFound();
  const passwordHash = await hashNewPassword(password, [owner.email, owner.name]);
  await inTransaction(context.system, async (trx) => {
    const operator = await findOperatorForUpdate(trx, operatorId);
    if (!operator) throw operatorNotFound();
    await updateOperatorRow(trx, operatorId, { ...operator, passwordHash });
    await operatorSessions.endAll(trx, { operator_id: operatorId }, sessionHash);
    await operatorLinks.withdraw(trx, { operator_id: operatorId });
    const actor = { kind: 'operator', id: operatorId, requestId, address } as const;
    await context.security.record(trx, {
      ...operatorEvent('operator.password_changed', actor, operatorId),
      changed: ['password'],
    });
  });
}
