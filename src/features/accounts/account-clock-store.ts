// Offset of an account's test clock against the system clock, in seconds. Sandbox only.
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';

export async function loadClockAheadSeconds(db: AccountDatabase, accountId: string): Promise<number> {
  const { clock_ahead_seconds } = await db
    .selectFrom('account')
    .select('clock_ahead_seconds')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return clock_ahead_seconds;
}

/** Locks the account row until the transaction ends, so that concurrent clock changes run one after another. */
export async function lockClockAheadSeconds(trx: AccountTransaction, accountId: string): Promise<number> {
  const { clock_ahead_seconds } = await trx
    .selectFrom('account')
    .select('clock_ahead_seconds')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return clock_ahead_seconds;
}

export async function setClockAheadSeconds(
  trx: AccountTransaction,
  accountId: string,
  seconds: number,
): Promise<void> {
  await trx
    .updateTable('account')
    .set({ clock_ahead_seconds: seconds })
    .where('id', '=', accountId)
    .execute();
}
