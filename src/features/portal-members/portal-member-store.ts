// Portal members of organizations, and the end of their links and sessions. Used by the portal and by operators.
import { sql } from 'kysely';
import type { BrandedDatabase } from '../../db/branded-database.ts';
import type { PortalRole } from '../../domain/account/portal-member.ts';
import { OneTimeLinkStore } from '../sessions/one-time-link-store.ts';

/** The identity database (portal) or the system database (operators, jobs). */
export type MemberDatabase = BrandedDatabase<'identity' | 'system'>;

/** Status of the last e-mail with a link. */
export type MemberMail = 'not_connected' | 'waiting' | 'sent' | 'failed';

export interface PortalMember {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: PortalRole;
  readonly createdAt: Date;
  readonly lastSignedInAt: Date | null;
  /** null: no link was created yet. */
  readonly mail: MemberMail | null;
}

interface MemberLink {
  readonly expiresAt: Date;
}

export const memberLinks = new OneTimeLinkStore<'identity' | 'system', 'portal_link', MemberLink>({
  table: 'portal_link',
  tokenPrefix: (environment) => `wb_${environment}_portal`,
  columns: sql`expires_at as "expiresAt"`,
});

const columns = sql`id, account_id as "accountId", email, name, role, created_at as "createdAt",
  last_signed_in_at as "lastSignedInAt", mail`;

export async function listMembers(db: MemberDatabase, accountId: string): Promise<PortalMember[]> {
  const { rows } = await sql<PortalMember>`
    select ${columns} from portal_member where account_id = ${accountId} and removed_at is null
    order by name, id`.execute(db);
  return rows;
}

/** With `accountId`, members of other organizations are not found. */
export async function findMember(
  db: MemberDatabase,
  { id, accountId }: { readonly id: string; readonly accountId?: string | undefined },
): Promise<PortalMember | undefined> {
  const isOfAccount = accountId === undefined ? sql`true` : sql`account_id = ${accountId}`;
  const { rows } = await sql<PortalMember>`
    select ${columns} from portal_member where id = ${id} and removed_at is null and ${isOfAccount}`.execute(
    db,
  );
  return rows[0];
}

/** Lock namespace ("mem"): separates this advisory lock from others derived from ids. */
const membersLockSeed = 0x6d656d;

/** Changes of the members of one organization wait for each other until the transaction ends. */
export async function lockMembers(trx: MemberDatabase, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${membersLockSeed}))`.execute(trx);
}

export interface NewMember extends Omit<PortalMember, 'lastSignedInAt'> {
  readonly createdBy: string;
}

export async function insertMember(trx: MemberDatabase, member: NewMember): Promise<void> {
  await sql`
    insert into portal_member (id, account_id, email, name, role, created_by, created_at, mail)
    values (${member.id}, ${member.accountId}, ${member.email}, ${member.name}, ${member.role}, ${member.createdBy},
      ${member.createdAt}, ${member.mail})`.execute(trx);
}

export async function setMemberMail(
  db: MemberDatabase,
  memberIds: readonly string[],
  mail: MemberMail,
): Promise<void> {
  await sql`update portal_member set mail = ${mail} where id = any (${memberIds}::uuid[])`.execute(db);
}

/** Ends the access of the person. Returns the hashes of the sessions that ended. */
export async function removeMemberRow(
  trx: MemberDatabase,
  { id, accountId }: Pick<PortalMember, 'id' | 'accountId'>,
  now: Date,
): Promise<string[]> {
  await sql`update portal_member set removed_at = ${now} where id = ${id} and account_id = ${accountId}`.execute(
    trx,
  );
  await sql`delete from portal_link where member_id = ${id}`.execute(trx);
  const { rows } = await sql<{ hash: string }>`
    delete from portal_session where member_id = ${id} returning encode(session_hash, 'hex') as hash`.execute(
    trx,
  );
  return rows.map(({ hash }) => hash);
}
