// One-time links of operators: invitations and password resets. The database keeps the hash of the token, and the token
// itself, encrypted, until its mail is sent.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { OperatorRole } from '../../../domain/account/operator-role.ts';
import { OneTimeLinkStore } from '../../sessions/one-time-link-store.ts';

export type LinkPurpose = 'invitation' | 'reset';
/** Status of the mail that carries the link. */
export type LinkMail = 'not_connected' | 'waiting' | 'sent' | 'failed';

export interface OperatorLink {
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly email: string;
  /** Role of the invited operator; null for resets. */
  readonly role: OperatorRole | null;
  /** Operator whose password is reset; null for invitations. */
  readonly operatorId: string | null;
  readonly createdBy: string;
  /** Sets up the first administrator (set-up-link.ts). */
  readonly isSetUp: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly mail: LinkMail;
  /** null unless the mail is waiting. */
  readonly sealedToken: Buffer | null;
}

export const operatorLinks = new OneTimeLinkStore<'system', 'operator_link', OperatorLink>({
  table: 'operator_link',
  tokenPrefix: (environment) => `wopl_${environment}`,
  columns: sql`id, purpose, email, role, operator_id as "operatorId", created_by as "createdBy",
    is_set_up as "isSetUp", created_at as "createdAt", expires_at as "expiresAt", mail, sealed_token as "sealedToken"`,
  tokenCopy: 'sealed_token',
});

/** An administrator can sign in from now on, so set-up links must not work any more. */
export async function withdrawSetUpLinks(trx: SystemDatabase): Promise<void> {
  await operatorLinks.withdraw(trx, { is_set_up: true });
}

/** There is at most one open link per purpose and address. */
export async function withdrawLinkTo(
  trx: SystemDatabase,
  purpose: LinkPurpose,
  email: string,
): Promise<void> {
  await sql`delete from operator_link
    where purpose = ${purpose} and lower(email) = lower(${email}) and used_at is null`.execute(trx);
}

export async function finishLinkMail(
  db: SystemDatabase,
  id: string,
  mail: Exclude<LinkMail, 'waiting'>,
): Promise<void> {
  await sql`update operator_link set mail = ${mail}, sealed_token = null where id = ${id}`.execute(db);
}
