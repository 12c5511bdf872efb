// Crew members. Their phone numbers are private.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface MemberRecord {
  readonly id: string;
  /** null if the member is in no crew. */
  readonly crewId: string | null;
  readonly firstName: string;
  /** null: the generated avatar is used. */
  readonly avatarUrl: string | null;
  /** Private: never shown to partners or customers. */
  readonly phoneNumber: string | null;
  readonly retiredAt: Date | null;
}

const selectMembers = sql`
  select id, crew_id as "crewId", first_name as "firstName", avatar_url as "avatarUrl", phone_number as "phoneNumber",
    retired_at as "retiredAt"
  from crew_member`;

export async function insertMember(
  db: SystemDatabase,
  { id, firstName, avatarUrl, phoneNumber }: Omit<MemberRecord, 'crewId' | 'retiredAt'>,
  now: Date,
): Promise<void> {
  await sql`
    insert into crew_member (id, first_name, avatar_url, phone_number, created_at, updated_at)
    values (${id}, ${firstName}, ${avatarUrl}, ${phoneNumber}, ${now}, ${now})`.execute(db);
}

export type MemberFields = Pick<MemberRecord, 'firstName' | 'avatarUrl' | 'phoneNumber'>;

export async function updateMemberRow(
  db: SystemDatabase,
  id: string,
  { firstName, avatarUrl, phoneNumber }: MemberFields,
  now: Date,
): Promise<void> {
  await sql`
    update crew_member set first_name = ${firstName}, avatar_url = ${avatarUrl}, phone_number = ${phoneNumber},
      updated_at = ${now}
    where id = ${id}`.execute(db);
}

export async function retireMemberRow(db: SystemDatabase, id: string, now: Date): Promise<void> {
  await sql`
    update crew_member set retired_at = ${now}, crew_id = null, position = null, updated_at = ${now}
    where id = ${id}`.execute(db);
}

/** Locks the rows in id order until the transaction ends. */
export async function lockMembers(trx: SystemDatabase, ids: readonly string[]): Promise<MemberRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MemberRecord>`
    ${selectMembers} where id = any(${[...ids]}::uuid[]) order by id for update`.execute(trx);
  return rows;
}

/** Replaces the members of a crew with these, in this order. */
export async function setMembers(
  trx: SystemDatabase,
  crewId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`update crew_member set crew_id = null, position = null, updated_at = ${now}
    where crew_id = ${crewId}`.execute(trx);
  await sql`
    update crew_member m set crew_id = ${crewId}, position = given.nth - 1, updated_at = ${now}
    from unnest(${[...memberIds]}::uuid[]) with ordinality as given (id, nth) where m.id = given.id`.execute(
    trx,
  );
}

export async function listMemberRows(
  db: SystemDatabase,
  { includesRetired, limit }: { readonly includesRetired: boolean; readonly limit: number },
): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    ${selectMembers} where ${includesRetired} or retired_at is null order by first_name, id limit ${limit}`.execute(
    db,
  );
  return rows;
}
