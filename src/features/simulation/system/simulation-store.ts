// Finds bookings that need a simulation job: those with `simulation = 'auto'` and those with a failing magic order
// number.
import type { Kysely } from 'kysely';
import type { DB } from '../../../db/schema.generated.ts';
import { FAILING_ORDER_NUMBERS } from '../../../domain/sandbox/magic-values.ts';

export async function findSimulated(
  db: Kysely<DB>,
  bookingIds: readonly string[],
): Promise<{ readonly id: string; readonly accountId: string }[]> {
  if (bookingIds.length === 0) return [];
  return db
    .selectFrom('booking')
    .select(['id', 'account_id as accountId'])
    .where('id', 'in', [...bookingIds])
    .where((where) =>
      where.or([where('simulation', '=', 'auto'), where('order_number', 'in', [...FAILING_ORDER_NUMBERS])]),
    )
    .execute();
}
