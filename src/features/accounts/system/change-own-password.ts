// An operator changes their own password. Ends all other sessions of the operator and deletes open reset links.
import { recordAudit } from '../../../db/audit-store.ts';
import { hashPassword } from '../password.ts';
import { type AdminContext, inTransaction } from './admin-context.ts';
import { operatorNotFound } from './change-operator.ts';
import { deleteResetsOf } from './operator-link-store.ts';
import { deleteSessionsOfOperator } from './operator-session-store.ts';
import { findOperatorForUpdate, updateOperatorRow } from './operator-store.ts';

export interface OwnPassword {
  readonly operatorId: string;
  readonly password: string;
  /** The current session, which stays signed in. */
  readonly sessionHash: Buffer;
  readonly requestId: string;
}

export async function changeOwnPassword(
  context: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  { operatorId, password, sessionHash, requestId }: OwnPassword,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(context.system, async (trx) => {
    const operator = await findOperatorForUpdate(trx, operatorId);
    if (!operator) throw operatorNotFound();
    await updateOperatorRow(trx, operatorId, { ...operator, passwordHash });
    await deleteSessionsOfOperator(trx, operatorId, sessionHash);
    await deleteResetsOf(trx, operatorId);
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
