// An operator changes their own password. Ends all other sessions of the operator and deletes open reset links.
import { recordAudit } from '../../../db/audit-store.ts';
import { requireGoodPassword } from '../new-password.ts';
import { hashPassword } from '../password.ts';
import { type AdminContext, inTransaction } from './admin-context.ts';
import { operatorNotFound } from './change-operator.ts';
import { operatorLinks } from './operator-link-store.ts';
import { operatorSessions } from './operator-session-store.ts';
import { findOperatorForUpdate, updateOperatorRow } from './operator-store.ts';

export interface OwnPassword {
  readonly operatorId: string;
  readonly password: string;
  /** The current session, which stays signed in. */
  readonly sessionId: string;
  readonly requestId: string;
}

export async function changeOwnPassword(
  context: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  { operatorId, password, sessionId, requestId }: OwnPassword,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(context.system, async (trx) => {
    const operator = await findOperatorForUpdate(trx, operatorId);
    if (!operator) throw operatorNotFound();
    await requireGoodPassword(password, [operator.email, operator.name]);
    await updateOperatorRow(trx, operatorId, { ...operator, passwordHash });
    await operatorSessions.endAll(trx, { operator_id: operatorId }, sessionId);
    await operatorLinks.withdraw(trx, { operator_id: operatorId });
    await recordAudit(
      trx,
      context,
      { kind: 'operator', id: operatorId, requestId },
      {
        accountId: null,
        action: 'operator.password_changed',
        subject: { kind: 'operator', id: operatorId },
        changed: ['password'],
      },
    );
  });
}
