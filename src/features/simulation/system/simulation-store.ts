// Which bookings the sandbox plays.
import type { Kysely } from 'kysely';
import type { DB } from '../../../db/schema.generated.ts';

export async function findSimulated(
  db: Kysely<DB>,
  bookingIds: readonly string[],
): Promise<{ readonly id: string; readonly accountId: string }[]> {
  if (bookingIds.length === 0) return [];
  return db
    .selectFrom('booking')
    .select(['id', 'account_id as accountId'])
    .where('id', 'in', [...bookingIds])
    .where('simulation', '=', 'auto')
    .execute();
}
