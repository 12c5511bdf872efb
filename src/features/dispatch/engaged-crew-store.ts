// What a move of a booking means for its crew, in the transaction of the move: dispatch need not wait for the relay.
import { sql } from 'kysely';
import type { AccountTransaction } from '../../db/database.ts';
import type { BookingPlace } from './booking-ref.ts';

/** Frees the crew of a booking that is over. Nothing happens where the booking has no crew, or it is free already. */
export async function releaseCrewAfter(
  trx: AccountTransaction,
  { accountId, bookingId }: BookingPlace,
  end: 'completed' | 'cancelled',
  now: Date,
): Promise<void> {
  await sql`select release_crew(${bookingId}, ${accountId}, ${end}, ${now})`.execute(trx);
}

/**
 * The crew sets out: it is busy from now on, also if it was planned for later. Returns the confirmation code of the booking
 * for which it is under way already, if there is one.
 */
export async function startEngagement(
  trx: AccountTransaction,
  { accountId, bookingId }: BookingPlace,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ underWay: string | null }>`
    select start_engagement(${bookingId}, ${accountId}, ${now}) as "underWay"`.execute(trx);
  return rows[0]?.underWay ?? null;
}
