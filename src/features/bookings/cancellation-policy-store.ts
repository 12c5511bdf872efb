// The cancellation policy of an account, as stored.
import type { AccountDatabase } from '../../db/database.ts';
import { type CancellationPolicy, FREE_CANCELLATION } from '../../domain/cancellation-policy.ts';
import { parseCancellationPolicy } from '../../domain/cancellation-policy-document.ts';

/** Read each time: cancelling is rare, and what an operator sets holds from the next request on. */
export async function loadCancellationPolicy(
  db: AccountDatabase,
  accountId: string,
): Promise<CancellationPolicy> {
  const row = await db
    .selectFrom('cancellation_policy')
    .select('document')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return FREE_CANCELLATION;
  const parsed = parseCancellationPolicy(row.document);
  // It was checked when it was set; one that no longer passes is a defect, not a partner's fault.
  if (!parsed.ok) throw new Error(`the cancellation policy of account ${accountId} cannot be read`);
  return parsed.value;
}
