// Store of brandings and their logos.
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Branding, BrandLogo } from '../../domain/account/branding.ts';
import type { PreparedLogo } from './prepare-logo.ts';

export interface BrandingRecord {
  /** 0 if the organization has never had a branding. */
  readonly revision: number;
  readonly live: Branding | null;
  readonly pending: Branding | null;
  readonly pendingAt: Date | null;
  readonly rejected: Branding | null;
  readonly rejectionReason: string | null;
  readonly decidedAt: Date | null;
}

const none: BrandingRecord = {
  revision: 0,
  live: null,
  pending: null,
  pendingAt: null,
  rejected: null,
  rejectionReason: null,
  decidedAt: null,
};

export async function findBranding(db: AnyDatabase, accountId: string): Promise<BrandingRecord> {
  const row = await db
    .selectFrom('branding')
    .select([
      'revision',
      'live',
      'pending',
      'pending_at as pendingAt',
      'rejected',
      'rejection_reason as rejectionReason',
      'decided_at as decidedAt',
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return (row as BrandingRecord | undefined) ?? none;
}

/** null: the default look. */
export async function findLiveBranding(db: AnyDatabase, accountId: string): Promise<Branding | null> {
  const row = await db
    .selectFrom('branding')
    .select('live')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return (row?.live as Branding | null | undefined) ?? null;
}

export async function saveBranding(
  trx: AnyDatabase,
  accountId: string,
  record: BrandingRecord,
  now: Date,
): Promise<void> {
  const json = (document: Branding | null) => (document === null ? null : JSON.stringify(document));
  const columns = {
    revision: record.revision,
    live: json(record.live),
    pending: json(record.pending),
    pending_at: record.pendingAt,
    rejected: json(record.rejected),
    rejection_reason: record.rejectionReason,
    decided_at: record.decidedAt,
    updated_at: now,
  };
  if (record.revision > 1)
    await trx.updateTable('branding').set(columns).where('account_id', '=', accountId).execute();
  else
    await trx
      .insertInto('branding')
      .values({ account_id: accountId, ...columns })
      .execute();
}

/** Idempotent: the same file is stored once per account. */
export async function insertLogo(
  db: AnyDatabase,
  accountId: string,
  { digest, png, width, height }: PreparedLogo,
  now: Date,
): Promise<void> {
  await db
    .insertInto('branding_logo')
    .values({ account_id: accountId, digest, png, width, height, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'digest']).doNothing())
    .execute();
}

export async function findLogo(
  db: AnyDatabase,
  accountId: string,
  digest: string,
): Promise<BrandLogo | undefined> {
  return db
    .selectFrom('branding_logo')
    .select(['digest', 'width', 'height'])
    .where('account_id', '=', accountId)
    .where('digest', '=', digest)
    .executeTakeFirst();
}

export async function loadLogoFile(
  db: AnyDatabase,
  accountId: string,
  digest: string,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('branding_logo')
    .select('png')
    .where('account_id', '=', accountId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row?.png ?? null;
}

/** The logo of a branding with its file; null: none. */
export async function loadLogo(db: AnyDatabase, accountId: string, logo: BrandLogo | null) {
  const png = logo && (await loadLogoFile(db, accountId, logo.digest));
  return png && { ...logo, png };
}

/** Only logos of live brandings: the role cannot see others. */
export async function loadPublicLogo(db: IdentityDatabase, digest: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('branding_logo')
    .select('png')
    .where('digest', '=', digest)
    .where('is_public', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row?.png ?? null;
}
