// Links between stops that were not completed and the bookings that deliver them again.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import { insertion, type Statement, statement } from '../../db/statement.ts';
import type { BookingState } from '../../domain/booking/booking.ts';

export interface RedeliveredStop {
  readonly accountId: string;
  readonly bookingId: string;
  readonly stopId: string;
}

export interface Redelivery {
  readonly stopId: string;
  readonly newBookingId: string;
  readonly newHid: string;
  readonly newState: BookingState;
}

/** Constraint that a second redelivery of the same stop violates. */
export const REDELIVERY_KEY = 'redelivery_pkey';

export async function listRedeliveries(
  db: AccountDatabase,
  { accountId, bookingId }: Omit<RedeliveredStop, 'stopId'>,
): Promise<Redelivery[]> {
  const { rows } = await sql<Redelivery>`
    select r.stop_id as "stopId", b.id as "newBookingId", b.hid as "newHid", b.state as "newState"
    from redelivery r join booking b on b.id = r.new_booking_id and b.account_id = r.account_id
    where r.booking_id = ${bookingId} and r.account_id = ${accountId} order by r.created_at`.execute(db);
  return rows;
}

/** The first statement frees the stop if its redelivery was cancelled. The second violates the key if there is one. */
export function redeliveryInsertions(
  { accountId, bookingId, stopId }: RedeliveredStop,
  newBookingId: string,
  now: Date,
): Statement<unknown>[] {
  return [
    statement`delete from redelivery r where r.account_id = ${accountId} and r.booking_id = ${bookingId}
      and r.stop_id = ${stopId} and exists (select from booking b
        where b.id = r.new_booking_id and b.account_id = ${accountId} and b.state = 'cancelled')`,
    insertion('redelivery', [
      {
        booking_id: bookingId,
        stop_id: stopId,
        account_id: accountId,
        new_booking_id: newBookingId,
        created_at: now,
      },
    ]),
  ];
}
