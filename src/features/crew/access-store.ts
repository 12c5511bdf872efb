// One-time links and PINs with which crew members sign in.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../db/system-database.ts';

/** Consecutive wrong PINs after which the PIN is locked. */
const MAX_PIN_FAILURES = 10;

export interface NewLink {
  readonly tokenHash: Buffer;
  readonly memberId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Replaces all earlier links of the member. */
export async function replaceLink(trx: SystemDatabase, link: NewLink): Promise<void> {
  await deleteLinks(trx, link.memberId);
  await trx
    .insertInto('crew_link')
    .values({
      token_hash: link.tokenHash,
      member_id: link.memberId,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute();
}

export async function deleteLinks(trx: SystemDatabase, memberId: string): Promise<void> {
  await trx.deleteFrom('crew_link').where('member_id', '=', memberId).execute();
}

/**
 * Marks the link as used, atomically: only one of several concurrent attempts succeeds. Returns undefined if the link
 * is unknown, used or expired.
 */
export async function consumeCrewLink(
  trx: SystemDatabase,
  tokenHash: Buffer,
  now: Date,
): Promise<{ memberId: string } | undefined> {
  return trx
    .updateTable('crew_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('member_id as memberId')
    .executeTakeFirst();
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
    on conflict (member_id) do update set pin_hash = excluded.pin_hash, failures = 0, locked_at = null,
      created_at = excluded.created_at
    returning code`.execute(trx);
  return rows[0]?.code ?? pin.code;
}

export async function deletePin(trx: SystemDatabase, memberId: string): Promise<void> {
  await trx.deleteFrom('crew_pin').where('member_id', '=', memberId).execute();
}

export interface PinCandidate {
  readonly memberId: string;
  readonly pinHash: string;
}

/**
 * Finds the PIN for a sign-in code, or for a phone number that exactly one active member has. The attempt is counted
 * before the PIN is checked, so that concurrent attempts cannot exceed the limit. Returns undefined for unknown names
 * and locked PINs.
 */
export async function countPinAttempt(
  db: SystemDatabase,
  name: { readonly code: string } | { readonly phoneNumber: string },
  now: Date,
): Promise<PinCandidate | undefined> {
  const matchesName =
    'code' in name
      ? sql`p.code = ${name.code}`
      : sql`m.phone_number = ${name.phoneNumber} and not exists (select from crew_member o join crew_pin q on q.member_id = o.id
          where o.phone_number = m.phone_number and o.retired_at is null and o.id <> m.id)`;
  const { rows } = await sql<PinCandidate>`
    update crew_pin p set failures = p.failures + 1,
      locked_at = case when p.failures + 1 >= ${MAX_PIN_FAILURES} then ${now}::timestamptz end
    from crew_member m
    where m.id = p.member_id and m.retired_at is null and p.locked_at is null and ${matchesName}
    returning p.member_id as "memberId", p.pin_hash as "pinHash"`.execute(db);
  return rows[0];
}

/** Resets the failure count. Returns false if the PIN has been replaced since. */
export async function resetPinFailures(trx: SystemDatabase, pin: PinCandidate): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('crew_pin')
    .set({ failures: 0, locked_at: null })
    .where('member_id', '=', pin.memberId)
    .where('pin_hash', '=', pin.pinHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface MemberAccess {
  /** null if the member has no PIN. */
  readonly code: string | null;
  readonly isPinLocked: boolean;
  /** Expiry of the unused link; null if there is none. */
  readonly linkExpiresAt: Date | null;
  readonly sessionCount: number;
  readonly lastSeenAt: Date | null;
}

/** Returns undefined if there is no such crew member. */
export async function findAccess(
  db: SystemDatabase,
  memberId: string,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
): Promise<MemberAccess | undefined> {
  const { rows } = await sql<MemberAccess>`
    select p.code, coalesce(p.locked_at is not null, false) as "isPinLocked",
      (select max(l.expires_at) from crew_link l
       where l.member_id = m.id and l.used_at is null and l.expires_at > ${now}) as "linkExpiresAt",
      (select count(*)::int from crew_session s
       where s.member_id = m.id and s.expires_at > ${now} and s.last_used_at > ${idleSince}) as "sessionCount",
      (select max(s.last_used_at) from crew_session s where s.member_id = m.id) as "lastSeenAt"
    from crew_member m left join crew_pin p on p.member_id = m.id where m.id = ${memberId}`.execute(db);
  return rows[0];
}
