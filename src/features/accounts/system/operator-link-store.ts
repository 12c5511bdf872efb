// One-time links of operators: invitations and password resets. The database keeps the hash of the token, and the token
// itself, encrypted, until its mail is sent.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { OperatorRole } from '../../../domain/account/operator-role.ts';

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
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly mail: LinkMail;
}

export interface NewLinkRow extends OperatorLink {
  readonly tokenHash: Buffer;
  readonly sealedToken: Buffer | null;
}

const columns = [
  'id',
  'purpose',
  'email',
  'role',
  'operator_id as operatorId',
  'created_by as createdBy',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'mail',
] as const;

/** Replaces the open link of the same purpose and address. */
export async function replaceOpenLink(trx: SystemDatabase, link: NewLinkRow): Promise<void> {
  await trx
    .deleteFrom('operator_link')
    .where('purpose', '=', link.purpose)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', eb.fn('lower', [eb.val(link.email)])))
    .where('used_at', 'is', null)
    .execute();
  await trx
    .insertInto('operator_link')
    .values({
      id: link.id,
      purpose: link.purpose,
      token_hash: link.tokenHash,
      sealed_token: link.sealedToken,
      email: link.email,
      role: link.role,
      operator_id: link.operatorId,
      created_by: link.createdBy,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
      mail: link.mail,
    })
    .execute();
}

/** Undefined if the link is unknown, used or expired. */
export async function findOpenLink(
  db: SystemDatabase,
  tokenHash: Buffer,
  now: Date,
): Promise<OperatorLink | undefined> {
  const row = await db
    .selectFrom('operator_link')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row as OperatorLink | undefined;
}

/** Marks the link as used. Of two concurrent requests with one token, one gets the link. */
export async function consumeLink(
  trx: SystemDatabase,
  purpose: LinkPurpose,
  tokenHash: Buffer,
  now: Date,
): Promise<OperatorLink | undefined> {
  const row = await trx
    .updateTable('operator_link')
    .set({ used_at: now, sealed_token: null })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();
  return row as OperatorLink | undefined;
}

export async function listOpenInvitations(db: SystemDatabase, now: Date): Promise<OperatorLink[]> {
  const rows = await db
    .selectFrom('operator_link')
    .select(columns)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute();
  return rows as OperatorLink[];
}

/** Returns false if no open invitation has this id. */
export async function deleteInvitation(trx: SystemDatabase, id: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('operator_link')
    .where('id', '=', id)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Called with every change that ends the operator's sessions: open reset links must not outlive them. */
export async function deleteResetsOf(trx: SystemDatabase, operatorId: string): Promise<void> {
  await trx
    .deleteFrom('operator_link')
    .where('operator_id', '=', operatorId)
    .where('used_at', 'is', null)
    .execute();
}

export interface UnsentLink extends OperatorLink {
  readonly sealedToken: Buffer;
}

export async function findUnsentLink(
  db: SystemDatabase,
  id: string,
  now: Date,
): Promise<UnsentLink | undefined> {
  const row = await db
    .selectFrom('operator_link')
    .select([...columns, 'sealed_token as sealedToken'])
    .where('id', '=', id)
    .where('mail', '=', 'waiting')
    .where('used_at', 'is', null)
    .where('sealed_token', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row as UnsentLink | undefined;
}

export async function finishLinkMail(
  db: SystemDatabase,
  id: string,
  mail: Exclude<LinkMail, 'waiting'>,
): Promise<void> {
  await db.updateTable('operator_link').set({ mail, sealed_token: null }).where('id', '=', id).execute();
}

export async function deleteOldLinks(db: SystemDatabase, now: Date): Promise<void> {
  await db.deleteFrom('operator_link').where('expires_at', '<=', now).execute();
}
