// Reads the cancellation policy of an account.
import { sql } from 'kysely';
import type { AnyDatabase } from '../../db/branded-database.ts';
import { type CancellationPolicy, FREE_CANCELLATION } from '../../domain/booking/cancellation-policy.ts';
import { parseCancellationPolicy } from '../../domain/booking/cancellation-policy-document.ts';

/** Not cached: cancellations are rare, and a policy set by an operator must apply from the next request on. */
export async function loadCancellationPolicy(
  db: AnyDatabase,
  accountId: string,
): Promise<CancellationPolicy> {
  const { rows } = await sql<{ document: unknown }>`
    select document from cancellation_policy where account_id = ${accountId}`.execute(db);
  const [row] = rows;
  if (!row) return FREE_CANCELLATION;
  const parsed = parseCancellationPolicy(row.document);
  // The document was validated when it was stored. If it no longer parses, that is a defect, not a client error.
  if (!parsed.ok) throw new Error(`the cancellation policy of account ${accountId} cannot be read`);
  return parsed.value;
}
