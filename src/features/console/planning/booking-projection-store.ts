// What is reckoned from bookings behind the relay: the words they are found by, and the sums of their days. The functions of
// the database do it, for migrations reckon with them too.
import { sql } from 'kysely';
import type { AccountTransaction } from '../../../db/database.ts';

export async function reckonBookings(trx: AccountTransaction, bookingIds: readonly string[]): Promise<void> {
  const ids = [...bookingIds];
  await sql`select index_bookings(${ids}::uuid[]), count_bookings(${ids}::uuid[])`.execute(trx);
}
