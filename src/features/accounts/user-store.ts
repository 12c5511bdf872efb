// Users, who sign in with the password and authorization-code grants.
import type { IdentityDatabase } from '../../db/identity-database.ts';

export interface User {
  readonly id: string;
  readonly accountId: string;
  readonly username: string;
  readonly passwordHash: string;
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

export async function findUser(db: IdentityDatabase, id: string): Promise<User | undefined> {
  return db
    .selectFrom('app_user')
    .select(columns)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}
