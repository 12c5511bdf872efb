// Sessions of crew members, and the one-time links and PINs with which they sign in.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../db/system-database.ts';
import type { CrewPrincipal } from '../../http/surfaces/crew-principal.ts';
import { OneTimeLinkStore } from '../sessions/one-time-link-store.ts';
import { SessionStore } from '../sessions/session-store.ts';

export const crewSessions = new SessionStore<'system', 'crew_session', Omit<CrewPrincipal, 'sessionHash'>>({
  table: 'crew_session',
  tokenPrefix: (environment) => `wb_${environment}_crew`,
  lifetimeSeconds: 30 * 24 * 60 * 60,
  idleSeconds: 12 * 60 * 60,
  columns: sql`m.id as "memberId", m.first_name as "firstName", m.crew_id as "crewId",
    m.phone_number is not null as "hasPhoneNumber"`,
  join: sql`join crew_member m on m.id = s.member_id`,
  isOwnerActive: sql`m.retired_at is null`,
});

interface CrewLink {
  readonly memberId: string;
  readonly expiresAt: Date;
}

export const crewLinks = new OneTimeLinkStore<'system', 'crew_link', CrewLink>({
  table: 'crew_link',
  tokenPrefix: (environment) => `wb_${environment}_crewlink`,
  columns: sql`member_id as "memberId", expires_at as "expiresAt"`,
});

/** Whether the member may sign in. The shared lock waits for a concurrent retirement. */
export async function isActiveMember(trx: SystemDatabase, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from crew_member where id = ${memberId} and retired_at is null for share`.execute(trx);
  return rows.length > 0;
}

export interface NewPin {
  readonly memberId: string;
  readonly code: string;
  readonly pinHash: string;
  readonly createdAt: Date;
}

/** Replaces the PIN. An existing sign-in code is kept. Returns the code. */
export async function replacePin(trx: SystemDatabase, pin: NewPin): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    insert into crew_pin (member_id, code, pin_hash, created_at)
    values (${pin.memberId}, ${pin.code}, ${pin.pinHash}, ${pin.createdAt})
    on conflict (member_id) do update set pin_hash = excluded.pin_hash, created_at = excluded.created_at
    returning code`.execute(trx);
  return rows[0]?.code ?? pin.code;
}

export async function deletePin(trx: SystemDatabase, memberId: string): Promise<void> {
  await sql`delete from crew_pin where member_id = ${memberId}`.execute(trx);
}

export interface PinCandidate {
  readonly memberId: string;
  readonly pinHash: string;
}

/** A phone number identifies a member only if no other active member with a PIN has it. Undefined for unknown names. */
export async function findPin(
  db: SystemDatabase,
  name: { readonly code: string } | { readonly phoneNumber: string },
): Promise<PinCandidate | undefined> {
  const matchesName =
    'code' in name
      ? sql`p.code = ${name.code}`
      : sql`m.phone_number = ${name.phoneNumber} and not exists (select from crew_member o join crew_pin q on q.member_id = o.id
          where o.phone_number = m.phone_number and o.retired_at is null and o.id <> m.id)`;
  const { rows } = await sql<PinCandidate>`
    select p.member_id as "memberId", p.pin_hash as "pinHash" from crew_pin p join crew_member m on m.id = p.member_id
    where m.retired_at is null and ${matchesName}`.execute(db);
  return rows[0];
}

/** False if the PIN was replaced or revoked since. The shared lock waits for a concurrent change. */
export async function isCurrentPin(trx: SystemDatabase, pin: PinCandidate): Promise<boolean> {
  const { rows } = await sql`
    select from crew_pin where member_id = ${pin.memberId} and pin_hash = ${pin.pinHash} for share`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface MemberAccess {
  /** null if the member has no PIN. */
  readonly code: string | null;
  /** Expiry of the unused link; null if there is none. */
  readonly linkExpiresAt: Date | null;
  readonly sessionCount: number;
  readonly lastSeenAt: Date | null;
}

/** Returns undefined if there is no such crew member. */
export async function findAccess(
  db: SystemDatabase,
  memberId: string,
  now: Date,
): Promise<MemberAccess | undefined> {
  const { rows } = await sql<MemberAccess>`
    select p.code,
      (select max(l.expires_at) from crew_link l
       where l.member_id = m.id and l.used_at is null and l.expires_at > ${now}) as "linkExpiresAt",
      (select count(*)::int from crew_session s
       where s.member_id = m.id and ${crewSessions.isLive(now)}) as "sessionCount",
      (select max(s.last_used_at) from crew_session s where s.member_id = m.id) as "lastSeenAt"
    from crew_member m left join crew_pin p on p.member_id = m.id where m.id = ${memberId}`.execute(db);
  return rows[0];
}
