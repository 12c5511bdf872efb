// Writes and deletes cancellation policies.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export async function replaceCancellationPolicy(
  trx: SystemDatabase,
  accountId: string,
  document: object,
  now: Date,
): Promise<void> {
  await sql`
    insert into cancellation_policy (account_id, document, updated_at)
    values (${accountId}, ${JSON.stringify(document)}, ${now})
    on conflict (account_id)
    do update set document = excluded.document, updated_at = excluded.updated_at`.execute(trx);
}

/** Returns whether a policy existed. */
export async function deleteCancellationPolicy(trx: SystemDatabase, accountId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from cancellation_policy where account_id = ${accountId}`.execute(trx);
  return numAffectedRows > 0n;
}
