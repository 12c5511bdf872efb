// `waybill operators create`: somebody who runs Waybill and may sign in to the console.
import { recordAudit } from '../../../db/audit-store.ts';
import { Problem } from '../../../lib/problem.ts';
import { hashPassword } from '../password.ts';
import { insertOperator, isOperatorEmailTaken, type OperatorRole } from './account-admin-store.ts';
import type { AdminContext, CommandOrigin } from './admin-context.ts';

export interface NewOperator {
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly password: string;
}

export async function createOperator(
  { system, clock, ids }: AdminContext,
  { email, name, role, password }: NewOperator,
  origin: CommandOrigin,
): Promise<{ id: string; email: string; role: OperatorRole }> {
  if (await isOperatorEmailTaken(system, email)) {
    throw Problem.of('invalid_parameter', `There is already an operator with the address ${email}.`, {
      param: 'email',
    });
  }
  const now = clock.now();
  const id = ids.next();
  const passwordHash = await hashPassword(password);
  await system.transaction().execute(async (trx) => {
    await insertOperator(trx, { id, email, name, role, passwordHash, createdAt: now });
    await recordAudit(trx, {
      id: ids.next(),
      accountId: null,
      actor: { kind: 'command', id: origin.actorId },
      action: 'operator.created',
      subject: { kind: 'operator', id },
      requestId: origin.requestId,
      at: now,
    });
  });
  return { id, email, role };
}
