// Ends sessions of an operator: all of them, by an administrator, or own ones.
import type { Actor } from '../../../lib/actor.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { type CredentialAdminContext, inTransaction } from './admin-context.ts';
import { operatorNotFound } from './change-operator.ts';
import { operatorEvent } from './operator-event.ts';
import { operatorSessions } from './operator-session-store.ts';
import { findOperatorForUpdate } from './operator-store.ts';

type EndContext = Pick<CredentialAdminContext, 'system' | 'security'>;

/** For administrators. Returns the hashes of the ended sessions. */
export async function endSessionsOfOperator(
  context: EndContext,
  operatorId: string,
  actor: Actor,
): Promise<string[]> {
  if (!isUuid(operatorId)) throw operatorNotFound();
  return inTransaction(context.system, async (trx) => {
    // The row lock waits for a sign-in that has begun, so that its session ends too.
    if (!(await findOperatorForUpdate(trx, operatorId))) throw operatorNotFound();
    const ended = await operatorSessions.endAll(trx, { operator_id: operatorId });
    await context.security.record(trx, operatorEvent('session.revoked', actor, operatorId));
    return ended;
  });
}

/** Ends all sessions of the operator except the current one. Returns the hashes of the ended sessions. */
export async function endOtherSessions(
  context: EndContext,
  { operatorId, sessionHash }: { readonly operatorId: string; readonly sessionHash: string },
  actor: Actor,
): Promise<string[]> {
  return inTransaction(context.system, async (trx) => {
    await findOperatorForUpdate(trx, operatorId);
    const ended = await operatorSessions.endAll(trx, { operator_id: operatorId }, sessionHash);
    if (ended.length > 0)
      await context.security.record(trx, operatorEvent('session.revoked', actor, operatorId));
    return ended;
  });
}

/** Ends one session of the operator. */
export async function endOwnSession(
  context: EndContext,
  operatorId: string,
  id: string,
  actor: Actor,
): Promise<string[]> {
  return inTransaction(context.system, async (trx) => {
    const ended = isUuid(id) ? await operatorSessions.endAll(trx, { operator_id: operatorId, id }) : [];
    if (ended.length === 0) throw Problem.of('not_found', 'You have no such session.');
    await context.security.record(trx, operatorEvent('session.revoked', actor, operatorId));
    return ended;
  });
}
