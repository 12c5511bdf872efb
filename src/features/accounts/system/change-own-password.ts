// An operator chooses another password. Wherever else they are signed in, they no longer are.
import { hashPassword } from '../password.ts';
import { type AdminContext, inTransaction } from './admin-context.ts';
import { noSuchOperator } from './change-operator.ts';
import { deleteResetsOf } from './operator-link-store.ts';
import { deleteSessionsOfOperator } from './operator-session-store.ts';
import { findOperatorForUpdate, updateOperatorRow } from './operator-store.ts';
import { recordCommand } from './record-admin-audit.ts';

export interface OwnPassword {
  readonly operatorId: string;
  readonly password: string;
  /** The session that stays. */
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
    if (!operator) throw noSuchOperator();
    await updateOperatorRow(trx, operatorId, { ...operator, passwordHash });
    await deleteSessionsOfOperator(trx, operatorId, sessionHash);
    await deleteResetsOf(trx, operatorId);
    await recordCommand(
      trx,
      context,
      { actorKind: 'operator', actorId: operatorId, requestId },
      {
        accountId: null,
        action: 'operator.password_changed',
        subject: { kind: 'operator', id: operatorId },
        changed: ['password'],
      },
    );
  });
}
