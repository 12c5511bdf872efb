// Finds bookings that need a simulation job, and deletes expired records of simulated refusals.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { FAILING_ORDER_NUMBERS } from '../../../domain/sandbox/magic-values.ts';

/** Those with `simulation = 'auto'` and those with a failing magic order number. */
export async function findSimulated(
  db: SystemDatabase,
  bookingIds: readonly string[],
): Promise<{ readonly id: string; readonly accountId: string }[]> {
  if (bookingIds.length === 0) return [];
  const { rows } = await sql<{ id: string; accountId: string }>`
    select id, account_id as "accountId" from booking where id = any(${bookingIds}::uuid[])
      and (simulation = 'auto' or order_number = any(${[...FAILING_ORDER_NUMBERS]}::text[]))`.execute(db);
  return rows;
}

export async function deleteExpiredRefusals(db: SystemDatabase, before: Date): Promise<void> {
  await sql`delete from sandbox_refusal where refused_at < ${before}`.execute(db);
}
