// Frees the crew of a booking that is over, in the transaction that ends it: its next job need not wait for the relay.
import { sql } from 'kysely';
import type { AccountTransaction } from '../../db/database.ts';
import type { BookingPlace } from './booking-place.ts';

/** Nothing happens where the booking has no crew, or it is free already. */
export async function releaseCrewAfter(
  trx: AccountTransaction,
  { accountId, bookingId }: BookingPlace,
  end: 'completed' | 'cancelled',
  now: Date,
): Promise<void> {
  await sql`select release_crew(${bookingId}, ${accountId}, ${end}, ${now})`.execute(trx);
}
