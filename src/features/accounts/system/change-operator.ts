// Changes an operator's name, role or password, and disables or enables the operator. Every change except the name ends
// all sessions of the operator in the same transaction.
import type { OperatorRole } from '../../../domain/account/operator-role.ts';
import type { SecurityEventName } from '../../../domain/account/security-event.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { hashNewPassword } from '../new-password.ts';
import { type CredentialAdminContext, inTransaction } from './admin-context.ts';
import { operatorEvent } from './operator-event.ts';
import { operatorLinks, withdrawSetUpLinks } from './operator-link-store.ts';
import { operatorSessions } from './operator-session-store.ts';
import { findOperator, findOperatorForUpdate, type Operator, updateOperatorRow } from './operator-store.ts';

export interface OperatorChange {
  readonly name?: string | undefined;
  readonly role?: OperatorRole | undefined;
  readonly password?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export async function changeOperator(
  admin: Pick<CredentialAdminContext, 'system' | 'clock' | 'security'>,
  operatorId: string,
  change: OperatorChange,
  actor: Actor,
): Promise<Operator> {
  const passwordHash = await hashChangedPassword(admin, operatorId, change);
  return inTransaction(admin.system, async (trx) => {
    const before = await findOperatorForUpdate(trx, operatorId);
    if (!before) throw operatorNotFound();
    const after = changed(before, change, admin.clock.now());
    const names = changedNames(before, after, passwordHash !== undefined);
    if (names.length === 0) return before;
    await updateOperatorRow(trx, operatorId, { ...after, passwordHash });
    if (after.role === 'admin' && after.disabledAt === null) await withdrawSetUpLinks(trx);
    const own = { operator_id: operatorId };
    if (names.some((name) => name !== 'name')) await operatorSessions.endAll(trx, own);
    if (names.includes('password') || names.includes('disabled')) await operatorLinks.withdraw(trx, own);
    for (const name of names) {
      const event = operatorEvent(eventOf(name, after), actor, operatorId);
      await admin.security.record(trx, { ...event, changed: [name] });
    }
    return after;
  });
}

/** Before the transaction: the check and the hash take long, and must not hold the lock on the operator. */
async function hashChangedPassword(
  { system }: Pick<CredentialAdminContext, 'system'>,
  operatorId: string,
  { password }: OperatorChange,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const operator = await findOperator(system, operatorId);
  if (!operator) throw operatorNotFound();
  return hashNewPassword(password, [operator.email, operator.name]);
}

export function operatorNotFound(): Problem {
  return Problem.of('not_found', 'No operator has this id.');
}

function changed(before: Operator, { name, role, disabled }: OperatorChange, now: Date): Operator {
  const disabledAt =
    disabled === undefined ? before.disabledAt : disabled ? (before.disabledAt ?? now) : null;
  return { ...before, name: name ?? before.name, role: role ?? before.role, disabledAt };
}

type ChangedName = 'name' | 'role' | 'disabled' | 'password';

/** One event per change: an alert about roles must not depend on what else was changed with them. */
function eventOf(name: ChangedName, { disabledAt }: Operator): SecurityEventName {
  switch (name) {
    case 'name':
      return 'operator.updated';
    case 'role':
      return 'role.changed';
    case 'disabled':
      return disabledAt === null ? 'operator.enabled' : 'operator.disabled';
    case 'password':
      return 'password.changed';
  }
}

function changedNames(before: Operator, after: Operator, isPasswordNew: boolean): ChangedName[] {
  return [
    ...(before.name === after.name ? [] : ['name' as const]),
    ...(before.role === after.role ? [] : ['role' as const]),
    ...(before.disabledAt?.getTime() === after.disabledAt?.getTime() ? [] : ['disabled' as const]),
    ...(isPasswordNew ? ['password' as const] : []),
  ];
}
