// Store of brandings for operators.
import type { SystemDatabase } from '../../../db/system-database.ts';

/** Of the logos of an account, makes exactly this one public; null: none. */
export async function publishLogo(
  trx: SystemDatabase,
  accountId: string,
  digest: string | null,
): Promise<void> {
  await trx
    .updateTable('branding_logo')
    .set({ is_public: false })
    .where('account_id', '=', accountId)
    .where('is_public', '=', true)
    .execute();
  if (digest === null) return;
  await trx
    .updateTable('branding_logo')
    .set({ is_public: true })
    .where('account_id', '=', accountId)
    .where('digest', '=', digest)
    .execute();
}

/** When the branding of each organization was submitted, for those that wait for approval. */
export async function listPendingBrandings(db: SystemDatabase): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('branding')
    .select(['account_id', 'pending_at'])
    .where('pending', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap(({ account_id, pending_at }) => (pending_at ? [[account_id, pending_at]] : [])),
  );
}
