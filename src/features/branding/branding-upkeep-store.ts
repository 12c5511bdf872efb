// Lock of a branding, and deletion of logos that nothing refers to.
import { sql } from 'kysely';
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { BrandingRecord } from './branding-store.ts';

/** Serialises changes of one branding until the transaction ends, also before its first row exists. */
export async function lockBranding(trx: AnyDatabase, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`branding:${accountId}`}))`.execute(trx);
}

/** Uploads that no document uses yet; older ones are deleted. */
const SPARE_LOGOS = 10;

/** Deletes logos that no document of the record uses: those that were live, and all but the newest uploads. */
export async function deleteUnusedLogos(
  trx: AnyDatabase,
  accountId: string,
  { live, pending, rejected }: BrandingRecord,
): Promise<void> {
  const used = [live, pending, rejected].flatMap((document) => document?.logo?.digest ?? []);
  await sql`delete from branding_logo where account_id = ${accountId} and digest in (
    select digest from (
      select digest, is_public, row_number() over (order by created_at desc, digest) as position
      from branding_logo where account_id = ${accountId} and digest <> all (${used}::text[])) as unused
    where is_public or position > ${SPARE_LOGOS})`.execute(trx);
}
