// An administrator signs an operator out everywhere.
import type { Actor } from '../../../lib/actor.ts';
import { isUuid } from '../../../lib/ids.ts';
import { type CredentialAdminContext, inTransaction } from './admin-context.ts';
import { operatorNotFound } from './change-operator.ts';
import { operatorSessions } from './operator-session-store.ts';
import { findOperatorForUpdate } from './operator-store.ts';

/** Returns the ids of the ended sessions. */
export async function endSessionsOfOperator(
  context: Pick<CredentialAdminContext, 'system' | 'security'>,
  operatorId: string,
  actor: Actor,
): Promise<string[]> {
  if (!isUuid(operatorId)) throw operatorNotFound();
  return inTransaction(context.system, async (trx) => {
    // The row lock waits for a sign-in that has begun, so that its session ends too.
    if (!(await findOperatorForUpdate(trx, operatorId))) throw operatorNotFound();
    const ended = await operatorSessions.endAll(trx, { operator_id: operatorId });
    const subject = { kind: 'operator', id: operatorId };
    await context.security.record(trx, { event: 'session.revoked', actor, accountId: null, subject });
    return ended;
  });
}
