// Sessions of crew members. Only token hashes are stored. Sessions of retired members are invalid.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../db/system-database.ts';

export interface NewCrewSession {
  readonly sessionHash: Buffer;
  readonly memberId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Whether the member may sign in. The shared lock waits for a concurrent retirement. */
export async function isActiveMember(trx: SystemDatabase, memberId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('crew_member')
    .select('id')
    .where('id', '=', memberId)
    .where('retired_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertCrewSession(trx: SystemDatabase, session: NewCrewSession): Promise<void> {
  await trx
    .insertInto('crew_session')
    .values({
      session_hash: session.sessionHash,
      member_id: session.memberId,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

export interface SessionCutoff {
  readonly now: Date;
  /** Sessions last used before this time have expired. */
  readonly idleSince: Date;
}

export interface CrewSessionRow {
  readonly memberId: string;
  readonly firstName: string;
  readonly crewId: string | null;
  readonly hasPhoneNumber: boolean;
  readonly lastUsedAt: Date;
}

export async function findCrewSession(
  db: SystemDatabase,
  sessionHash: Buffer,
  { now, idleSince }: SessionCutoff,
): Promise<CrewSessionRow | undefined> {
  const { rows } = await sql<CrewSessionRow>`
    select m.id as "memberId", m.first_name as "firstName", m.crew_id as "crewId",
      m.phone_number is not null as "hasPhoneNumber", s.last_used_at as "lastUsedAt"
    from crew_session s join crew_member m on m.id = s.member_id
    where s.session_hash = ${sessionHash} and s.expires_at > ${now} and s.last_used_at > ${idleSince}
      and m.retired_at is null`.execute(db);
  return rows[0];
}

export async function touchCrewSession(db: SystemDatabase, sessionHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('crew_session')
    .set({ last_used_at: now })
    .where('session_hash', '=', sessionHash)
    .where('last_used_at', '<', now)
    .execute();
}

export async function deleteCrewSession(db: SystemDatabase, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom('crew_session').where('session_hash', '=', sessionHash).execute();
}

export async function deleteSessionsOfMember(trx: SystemDatabase, memberId: string): Promise<void> {
  await trx.deleteFrom('crew_session').where('member_id', '=', memberId).execute();
}

/** The subset of these sessions that is still valid. A session id is the hex form of its hash. */
export async function findLiveCrewSessions(
  db: SystemDatabase,
  sessionIds: readonly string[],
  { now, idleSince }: SessionCutoff,
): Promise<Set<string>> {
  const hashes = sessionIds.map((id) => Buffer.from(id, 'hex'));
  const { rows } = await sql<{ id: string }>`
    select encode(s.session_hash, 'hex') as id from crew_session s join crew_member m on m.id = s.member_id
    where s.session_hash = any (${hashes}) and s.expires_at > ${now} and s.last_used_at > ${idleSince}
      and m.retired_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
