// `waybill users create`: creates a user with a personal account.
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { hashNewPassword } from '../new-password.ts';
import { insertAccount, insertUser, isUsernameTaken } from './account-admin-store.ts';
import { type CredentialAdminContext, inTransaction } from './admin-context.ts';

export interface NewUser {
  readonly username: string;
  readonly password: string;
}

export async function createUser(
  admin: CredentialAdminContext,
  { username, password }: NewUser,
  actor: Actor,
): Promise<{ id: string; accountId: string; username: string }> {
  const { system, clock, ids } = admin;
  if (await isUsernameTaken(system, username)) {
    throw Problem.of('invalid_parameter', `A user named ${username} already exists.`, {
      param: 'username',
    });
  }
  const now = clock.now();
  const [id, accountId] = [ids.next(), ids.next()];
  const passwordHash = await hashNewPassword(password, [username]);
  await inTransaction(system, async (trx) => {
    await insertAccount(trx, {
      id: accountId,
      kind: 'personal',
      name: username,
      contactEmail: null,
      createdAt: now,
      updatedAt: now,
    });
    await insertUser(trx, { id, accountId, username, passwordHash, createdAt: now });
    await admin.security.record(trx, {
      event: 'user.created',
      actor,
      accountId,
      subject: { kind: 'user', id },
    });
  });
  return { id, accountId, username };
}
