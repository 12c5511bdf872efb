// Sessions of operators. The database keeps only hashes of the session tokens.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { OperatorRole } from '../../../domain/account/operator-role.ts';
import type { OperatorCredentials } from './operator-store.ts';

/** `cookie`: a session of the console. `token`: a bearer token of a script. */
export type SessionCarrier = 'cookie' | 'token';

export interface NewOperatorSession {
  readonly sessionHash: Buffer;
  readonly operatorId: string;
  readonly carrier: SessionCarrier;
  /** IP address and user agent, which help operators to tell their sessions apart. */
  readonly address: string;
  readonly agent: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface OperatorSession {
  readonly operatorId: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly hasSecondFactor: boolean;
  readonly requiresSecondFactor: boolean;
}

/**
 * Whether the credentials are still valid. Takes a share lock on the operator row: a concurrent change of the password
 * commits first, so that no session is created after the change has ended the existing sessions.
 */
export async function areCredentialsValid(
  trx: SystemDatabase,
  { id, passwordHash }: OperatorCredentials,
): Promise<boolean> {
  const row = await trx
    .selectFrom('operator')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertOperatorSession(
  trx: SystemDatabase,
  { sessionHash, operatorId, carrier, address, agent, createdAt, expiresAt }: NewOperatorSession,
): Promise<void> {
  await trx
    .insertInto('operator_session')
    .values({
      session_hash: sessionHash,
      operator_id: operatorId,
      carrier,
      address,
      agent,
      created_at: createdAt,
      last_used_at: createdAt,
      expires_at: expiresAt,
    })
    .execute();
}

export interface SessionCutoff {
  readonly now: Date;
  /** Sessions last used before this time have expired. */
  readonly idleSince: Date;
}

export async function findOperatorSession(
  db: SystemDatabase,
  sessionHash: Buffer,
  carrier: SessionCarrier,
  { now, idleSince }: SessionCutoff,
): Promise<OperatorSession | undefined> {
  const row = await db
    .selectFrom('operator_session as s')
    .innerJoin('operator as o', 'o.id', 's.operator_id')
    .leftJoin('operator_factor as f', 'f.operator_id', 'o.id')
    .crossJoin('sign_in_policy as p')
    .select((eb) => [
      eb('f.confirmed_at', 'is not', null).as('hasSecondFactor'),
      'p.requires_second_factor as requiresSecondFactor',
      'o.id as operatorId',
      'o.email',
      'o.name',
      'o.role',
      's.last_used_at as lastUsedAt',
      's.expires_at as expiresAt',
    ])
    .where('s.session_hash', '=', sessionHash)
    .where('s.carrier', '=', carrier)
    .where('s.expires_at', '>', now)
    .where('s.last_used_at', '>', idleSince)
    .where('o.disabled_at', 'is', null)
    .executeTakeFirst();
  return row as OperatorSession | undefined;
}

export async function findLiveSessions(
  db: SystemDatabase,
  sessionHashes: readonly Buffer[],
  { now, idleSince }: SessionCutoff,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('operator_session as s')
    .innerJoin('operator as o', 'o.id', 's.operator_id')
    .select('s.session_hash as hash')
    .where('s.session_hash', 'in', sessionHashes)
    .where('s.expires_at', '>', now)
    .where('s.last_used_at', '>', idleSince)
    .where('o.disabled_at', 'is', null)
    .execute();
  return rows.map(({ hash }) => hash);
}

export async function touchOperatorSession(
  db: SystemDatabase,
  sessionHash: Buffer,
  now: Date,
): Promise<void> {
  await db
    .updateTable('operator_session')
    .set({ last_used_at: now })
    .where('session_hash', '=', sessionHash)
    .where('last_used_at', '<', now)
    .execute();
}

export async function deleteOperatorSession(db: SystemDatabase, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom('operator_session').where('session_hash', '=', sessionHash).execute();
}

/** Deletes all sessions of the operator, except `kept`. */
export async function deleteSessionsOfOperator(
  trx: SystemDatabase,
  operatorId: string,
  kept?: Buffer,
): Promise<void> {
  const all = trx.deleteFrom('operator_session').where('operator_id', '=', operatorId);
  await (kept === undefined ? all : all.where('session_hash', '!=', kept)).execute();
}

export async function deleteEndedSessions(
  db: SystemDatabase,
  { now, idleSince }: SessionCutoff,
): Promise<void> {
  await db
    .deleteFrom('operator_session')
    .where((where) => where.or([where('expires_at', '<=', now), where('last_used_at', '<=', idleSince)]))
    .execute();
}
