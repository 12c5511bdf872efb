// People who sign in, and their personal accounts.
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
      // Lowered by the database on both sides: it and JavaScript disagree about some letters.
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
