// Store of portal sessions and of the use of portal links. Only hashes of tokens are stored.
import { sql } from 'kysely';
import type { IdentityDatabase } from '../../db/identity-database.ts';

export interface PortalSessionRow {
  readonly sessionHash: Buffer;
  readonly accountId: string;
  /** `client:<id>` or `user:<id>`: the actor that created the link and in whose name the session acts. */
  readonly createdBy: string;
  /** Hash of the access token that requested the link. */
  readonly madeWith: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * A link and its sessions are valid only while their client or user is enabled and the access token that requested the
 * link is not revoked. Tokens of one sign-in replace each other: another valid token of the same family is sufficient.
 */
const isIssuerActive = sql<boolean>`exists (
    select from access_token t where t.token_hash = made_with and (t.revoked_at is null or exists (
      select from access_token s where s.family_id = t.family_id and s.revoked_at is null)))
  and case when starts_with(created_by, 'client:')
  then exists (select from api_client c where c.client_id = substr(created_by, 8) and c.disabled_at is null)
  else exists (select from app_user u where u.id = substr(created_by, 6)::uuid and u.disabled_at is null) end`;

/**
 * Consumes the link atomically: of two concurrent requests only one succeeds. undefined if the link is unknown, used,
 * expired or revoked.
 */
export async function consumePortalLink(
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
    .where(isIssuerActive)
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
    .where(isIssuerActive)
    .executeTakeFirst();
}

/** Returns those of the given sessions (ids: hex of the session hash) that are still valid. */
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
    .where(isIssuerActive)
    .execute();
  return new Set(rows.map(({ sessionHash }) => sessionHash.toString('hex')));
}

export async function deletePortalSession(db: IdentityDatabase, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom('portal_session').where('session_hash', '=', sessionHash).execute();
}
