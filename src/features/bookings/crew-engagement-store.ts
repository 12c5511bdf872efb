// The engagement of a booking's crew, updated in the transaction of the booking change without waiting for the relay.
import { sql } from 'kysely';
import type { AccountTransaction } from '../../db/database.ts';
import type { BookingRef } from './booking-ref.ts';

/** No effect if the booking has no crew or the crew is already released. */
export async function releaseCrew(
  trx: AccountTransaction,
  { accountId, bookingId }: BookingRef,
  reason: 'completed' | 'cancelled' | 'lost' | 'rescheduled',
  now: Date,
): Promise<void> {
  await sql`select release_crew(${bookingId}, ${accountId}, ${reason}, ${now})`.execute(trx);
}

/**
 * Starts the engagement now, even if it was planned for later. Returns the confirmation code of another booking for
 * which the crew is already under way, if there is one.
 */
export async function startEngagement(
  trx: AccountTransaction,
  { accountId, bookingId }: BookingRef,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ underWay: string | null }>`
    select start_engagement(${bookingId}, ${accountId}, ${now}) as "underWay"`.execute(trx);
  return rows[0]?.underWay ?? null;
}
