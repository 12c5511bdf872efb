// Links that let somebody in once: invitations, and resets of a password. Only hashes of their tokens are kept, and the token
// itself, sealed, until its mail has left.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { OperatorRole } from '../../../domain/operator-role.ts';

export type LinkPurpose = 'invitation' | 'reset';
/** What became of the mail with the link in it. */
export type LinkMail = 'not_connected' | 'waiting' | 'sent' | 'failed';

export interface OperatorLink {
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly email: string;
  /** Of an invitation: what they will be. */
  readonly role: OperatorRole | null;
  /** Of a reset: whose password it is. */
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

/** In place of the one that is open for the address, if there is one. */
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

/** Undefined: there is none, it was used, or it is too old. */
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

/** Of two who come at once with one link, one gets it. */
export async function takeLink(
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

/** False: there is no such open invitation. */
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

/** Whatever ends somebody's sessions ends the links that could set their password. */
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
