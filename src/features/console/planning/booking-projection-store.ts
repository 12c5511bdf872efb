// Updates the projections of bookings: search index and daily totals. SQL functions do the work, because migrations
// call them too.
import { sql } from 'kysely';
import type { SystemTransaction } from '../../../db/system-database.ts';

export async function updateBookingProjections(
  trx: SystemTransaction,
  bookingIds: readonly string[],
): Promise<void> {
  const ids = [...bookingIds];
  await sql`select index_bookings(${ids}::uuid[]), count_bookings(${ids}::uuid[])`.execute(trx);
}
