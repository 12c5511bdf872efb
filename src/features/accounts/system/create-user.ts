// `waybill users create`: a person who can sign in, with a personal account.
import { recordAudit } from '../../../db/audit-store.ts';
import { Problem } from '../../../lib/problem.ts';
import { hashPassword } from '../password.ts';
import { insertAccount, insertUser, isUsernameTaken } from './account-admin-store.ts';
import type { AdminContext, CommandOrigin } from './admin-context.ts';

export interface NewUser {
  readonly username: string;
  readonly password: string;
}

export async function createUser(
  { system, clock, ids }: AdminContext,
  { username, password }: NewUser,
  origin: CommandOrigin,
): Promise<{ id: string; accountId: string; username: string }> {
  if (await isUsernameTaken(system, username)) {
    throw Problem.of('invalid_parameter', `There is already a user named ${username}.`, {
      param: 'username',
    });
  }
  const now = clock.now();
  const [id, accountId] = [ids.next(), ids.next()];
  const passwordHash = await hashPassword(password);
  await system.transaction().execute(async (trx) => {
    await insertAccount(trx, {
      id: accountId,
      kind: 'personal',
      name: username,
      contactEmail: null,
      createdAt: now,
      updatedAt: now,
    });
    await insertUser(trx, { id, accountId, username, passwordHash, createdAt: now });
    await recordAudit(trx, {
      id: ids.next(),
      accountId,
      actor: { kind: 'command', id: origin.actorId },
      action: 'user.created',
      subject: { kind: 'user', id },
      requestId: origin.requestId,
      at: now,
    });
  });
  return { id, accountId, username };
}
