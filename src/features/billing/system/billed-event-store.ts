// Store: loads placed events with their booking payload, in feed order.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { BookingEvent } from './billed-event.ts';

export async function loadBookingEvents(
  trx: SystemDatabase,
  ids: readonly string[],
): Promise<BookingEvent[]> {
  const { rows } = await sql<BookingEvent>`
    select id, account_id as "accountId", booking_id as "bookingId", type, occurred_at as "occurredAt",
      payload #> '{data,booking}' as booking
    from event where id = any(${[...ids]}::uuid[]) order by position`.execute(trx);
  return rows;
}
