// Writes and deletes cancellation policies.
import type { SystemDatabase } from '../../../db/system-database.ts';

export async function replaceCancellationPolicy(
  trx: SystemDatabase,
  accountId: string,
  document: object,
  now: Date,
): Promise<void> {
  const values = { document: JSON.stringify(document), updated_at: now };
  await trx
    .insertInto('cancellation_policy')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** Returns whether a policy existed. */
export async function deleteCancellationPolicy(trx: SystemDatabase, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('cancellation_policy')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
