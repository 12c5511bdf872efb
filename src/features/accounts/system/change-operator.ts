// Changes an operator's name, role or password, and disables or enables the operator. Every change except the name ends
// all sessions of the operator in the same transaction.
import { recordAudit } from '../../../db/audit-store.ts';
import type { OperatorRole } from '../../../domain/account/operator-role.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { requireGoodPassword } from '../new-password.ts';
import { hashPassword } from '../password.ts';
import { type AdminContext, inTransaction } from './admin-context.ts';
import { operatorLinks, withdrawSetUpLinks } from './operator-link-store.ts';
import { operatorSessions } from './operator-session-store.ts';
import { findOperatorForUpdate, type Operator, updateOperatorRow } from './operator-store.ts';

export interface OperatorChange {
  readonly name?: string | undefined;
  readonly role?: OperatorRole | undefined;
  readonly password?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export async function changeOperator(
  admin: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  operatorId: string,
  change: OperatorChange,
  actor: Actor,
): Promise<Operator> {
  const passwordHash = change.password === undefined ? undefined : await hashPassword(change.password);
  return inTransaction(admin.system, async (trx) => {
    const before = await findOperatorForUpdate(trx, operatorId);
    if (!before) throw operatorNotFound();
    if (change.password !== undefined)
      await requireGoodPassword(change.password, [before.email, before.name]);
    const after = changed(before, change, admin.clock.now());
    const names = changedNames(before, after, passwordHash !== undefined);
    if (names.length === 0) return before;
    await updateOperatorRow(trx, operatorId, { ...after, passwordHash });
    if (after.role === 'admin' && after.disabledAt === null) await withdrawSetUpLinks(trx);
    const own = { operator_id: operatorId };
    if (names.some((name) => name !== 'name')) await operatorSessions.endAll(trx, own);
    if (names.includes('password') || names.includes('disabled')) await operatorLinks.withdraw(trx, own);
    await recordAudit(trx, admin, actor, {
      accountId: null,
      action: 'operator.updated',
      subject: { kind: 'operator', id: operatorId },
      changed: names,
    });
    return after;
  });
}

export function operatorNotFound(): Problem {
  return Problem.of('not_found', 'No operator has this id.');
}

function changed(before: Operator, { name, role, disabled }: OperatorChange, now: Date): Operator {
  const disabledAt =
    disabled === undefined ? before.disabledAt : disabled ? (before.disabledAt ?? now) : null;
  return { ...before, name: name ?? before.name, role: role ?? before.role, disabledAt };
}

function changedNames(before: Operator, after: Operator, isPasswordNew: boolean): string[] {
  return [
    ...(before.name === after.name ? [] : ['name']),
    ...(before.role === after.role ? [] : ['role']),
    ...(before.disabledAt?.getTime() === after.disabledAt?.getTime() ? [] : ['disabled']),
    ...(isPasswordNew ? ['password'] : []),
  ];
}
