// Members whose links are mailed, with what the mail says about their organization; and the deletion of removed members.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Language } from '../../../lib/language.ts';

export interface MailedMember {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly organization: string;
  readonly language: Language;
}

/** Organizations that one mail lists at most. */
const maxLinks = 20;

export async function listMailedMembers(
  db: SystemDatabase,
  which: { readonly memberId: string } | { readonly email: string },
): Promise<MailedMember[]> {
  const condition =
    'memberId' in which ? sql`m.id = ${which.memberId}` : sql`lower(m.email) = lower(${which.email})`;
  const { rows } = await sql<MailedMember>`
    select m.id, m.account_id as "accountId", m.email, a.name as organization, coalesce(s.language, 'en') as language
    from portal_member m join account a on a.id = m.account_id
    left join notification_setting s on s.account_id = m.account_id
    where ${condition} and m.removed_at is null order by a.name, m.id limit ${maxLinks}`.execute(db);
  return rows;
}

/** Housekeeping: names and addresses of people who were removed before this time. */
export async function deleteMembersRemovedBefore(db: SystemDatabase, before: Date): Promise<void> {
  await sql`delete from portal_member where removed_at < ${before}`.execute(db);
}
