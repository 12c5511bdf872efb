// Users, who sign in with the password and authorization-code grants.
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';

export interface User {
  readonly id: string;
  readonly accountId: string;
  readonly username: string;
  readonly passwordHash: string;
}

/** A user with the state that operators can change. */
export interface StoredUser extends User {
  readonly disabledAt: Date | null;
}

const columns = ['id', 'account_id as accountId', 'username', 'password_hash as passwordHash'] as const;

export async function findUserByName(db: IdentityDatabase, username: string): Promise<User | undefined> {
  return (
    db
      .selectFrom('app_user')
      .select(columns)
      // PostgreSQL lowercases both sides: its result differs from JavaScript's for some letters.
      .where((eb) => eb(eb.fn('lower', ['username']), '=', eb.fn('lower', [eb.val(username)])))
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
  );
}

/**
 * An enabled user, with a share lock until the transaction ends. Taken before a session, code or token of the user is
 * inserted: a concurrent change of the password waits and then ends it, or has been committed and is visible here.
 * oauth/token-revocation-store.ts has the lock order.
 */
export async function findUserForShare(trx: IdentityDatabase, id: string): Promise<User | undefined> {
  return trx
    .selectFrom('app_user')
    .select(columns)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

export async function findUser(db: AnyDatabase, id: string): Promise<User | undefined> {
  return db.selectFrom('app_user').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Locks the user: until the transaction ends, no session, code or token of the user is inserted. */
export async function findUserForUpdate(trx: AnyDatabase, id: string): Promise<StoredUser | undefined> {
  return trx
    .selectFrom('app_user')
    .select([...columns, 'disabled_at as disabledAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updatePasswordHash(trx: AnyDatabase, id: string, passwordHash: string): Promise<void> {
  await trx.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}
