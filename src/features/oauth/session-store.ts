// Sessions of users on the pages under /oauth. The database keeps only hashes of the session tokens.
import type { IdentityDatabase } from '../../db/identity-database.ts';

export interface SignInSession {
  readonly userId: string;
  readonly accountId: string;
  readonly username: string;
  readonly accountName: string;
}

export interface NewSession {
  readonly sessionHash: Buffer;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertSession(db: IdentityDatabase, session: NewSession): Promise<void> {
  await db
    .insertInto('sign_in_session')
    .values({
      session_hash: session.sessionHash,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** Undefined if the session has expired or the user is disabled. */
export async function findSession(
  db: IdentityDatabase,
  sessionHash: Buffer,
  now: Date,
): Promise<SignInSession | undefined> {
  return db
    .selectFrom('sign_in_session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .select(['u.id as userId', 'u.account_id as accountId', 'u.username', 'a.name as accountName'])
    .where('s.session_hash', '=', sessionHash)
    .where('s.expires_at', '>', now)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
}

export async function deleteSession(db: IdentityDatabase, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_session').where('session_hash', '=', sessionHash).execute();
}
