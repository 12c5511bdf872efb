// Who is in the portal, and the links that let them in. Only hashes of tokens are kept.
import { sql } from 'kysely';
import type { IdentityDatabase } from '../../db/identity-database.ts';

export interface PortalSessionRow {
  readonly sessionHash: Buffer;
  readonly accountId: string;
  /** `client:<id>` or `user:<id>`: who made the link, and in whose name the session acts. */
  readonly createdBy: string;
  /** The hash of the access token that asked for the link. */
  readonly madeWith: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * A link and its sessions are worth nothing without the client, or the user, in whose name they act, nor without the token
 * that asked for them. Tokens of a sign-in take one another's place: a later one of the same family will do.
 */
const isMakerThere = sql<boolean>`exists (
    select from access_token t where t.token_hash = made_with and (t.revoked_at is null or exists (
      select from access_token s where s.family_id = t.family_id and s.revoked_at is null)))
  and case when starts_with(created_by, 'client:')
  then exists (select from api_client c where c.client_id = substr(created_by, 8) and c.disabled_at is null)
  else exists (select from app_user u where u.id = substr(created_by, 6)::uuid and u.disabled_at is null) end`;

/** Uses the link up: of two who try at once, one gets it. undefined: there is none, or it is worth nothing any more. */
export async function useLink(
  trx: IdentityDatabase,
  tokenHash: Buffer,
  now: Date,
): Promise<Pick<PortalSessionRow, 'accountId' | 'createdBy' | 'madeWith'> | undefined> {
  return trx
    .updateTable('portal_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isMakerThere)
    .returning(['account_id as accountId', 'created_by as createdBy', 'made_with as madeWith'])
    .executeTakeFirst();
}

export async function insertPortalSession(db: IdentityDatabase, session: PortalSessionRow): Promise<void> {
  await db
    .insertInto('portal_session')
    .values({
      session_hash: session.sessionHash,
      account_id: session.accountId,
      created_by: session.createdBy,
      made_with: session.madeWith,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

export async function findPortalSession(
  db: IdentityDatabase,
  sessionHash: Buffer,
  now: Date,
): Promise<PortalSessionRow | undefined> {
  return db
    .selectFrom('portal_session')
    .select([
      'session_hash as sessionHash',
      'account_id as accountId',
      'created_by as createdBy',
      'made_with as madeWith',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('session_hash', '=', sessionHash)
    .where('expires_at', '>', now)
    .where(isMakerThere)
    .executeTakeFirst();
}

/** Which of these sessions, named by the hex of their hashes, still let somebody in. */
export async function findLiveSessions(
  db: IdentityDatabase,
  sessionIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('portal_session')
    .select('session_hash as sessionHash')
    .where(
      'session_hash',
      'in',
      sessionIds.map((id) => Buffer.from(id, 'hex')),
    )
    .where('expires_at', '>', now)
    .where(isMakerThere)
    .execute();
  return new Set(rows.map(({ sessionHash }) => sessionHash.toString('hex')));
}

export async function deletePortalSession(db: IdentityDatabase, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom('portal_session').where('session_hash', '=', sessionHash).execute();
}
