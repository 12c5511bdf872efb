// `waybill operators create`: creates an operator who can sign in to the console.
import type { OperatorRole } from '../../../domain/account/operator-role.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { hashNewPassword } from '../new-password.ts';
import { type CredentialAdminContext, inTransaction } from './admin-context.ts';
import { operatorEvent } from './operator-event.ts';
import { withdrawSetUpLinks } from './operator-link-store.ts';
import { insertOperator, isOperatorEmailTaken } from './operator-store.ts';

export interface NewOperator {
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly password: string;
}

export async function createOperator(
  admin: CredentialAdminContext,
  { email, name, role, password }: NewOperator,
  actor: Actor,
): Promise<{ id: string; email: string; role: OperatorRole }> {
  const { system, clock, ids } = admin;
  if (await isOperatorEmailTaken(system, email)) throw emailTaken(email);
  const now = clock.now();
  const id = ids.next();
  const passwordHash = await hashNewPassword(password, [email, name]);
  await inTransaction(system, async (trx) => {
    await insertOperator(trx, { id, email, name, role, passwordHash, createdAt: now });
    if (role === 'admin') await withdrawSetUpLinks(trx);
    await admin.security.record(trx, operatorEvent('operator.created', actor, id));
  });
  return { id, email, role };
}

export function emailTaken(email: string): Problem {
  return Problem.of('invalid_parameter', `An operator with the address ${email} already exists.`, {
    param: 'email',
  });
}
