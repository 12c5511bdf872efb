// Links of a booking to the bookings that deliver its stops again, and to the one whose stop it repeats. Wire format.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { BookingRef } from '../../bookings/booking-ref.ts';
import type { RedeliveryLinks } from './booking-details-schemas.ts';

export async function findRedeliveryLinks(
  db: SystemDatabase,
  { accountId, bookingId }: BookingRef,
): Promise<RedeliveryLinks> {
  const { rows } = await sql<RedeliveryLinks>`
    select
      (select json_build_object('id', b.id, 'hid', b.hid, 'stop_id', r.stop_id) from redelivery r
        join booking b on b.id = r.booking_id
        where r.new_booking_id = ${bookingId} and r.account_id = ${accountId} and b.account_id = ${accountId}) as redelivery_of,
      coalesce((select json_agg(json_build_object('id', b.id, 'hid', b.hid, 'stop_id', r.stop_id, 'state', b.state,
          'label', b.wire #>> '{arrival_window,label}') order by r.created_at)
        from redelivery r join booking b on b.id = r.new_booking_id
        where r.booking_id = ${bookingId} and r.account_id = ${accountId} and b.account_id = ${accountId}), '[]') as redeliveries`.execute(
    db,
  );
  const [links] = rows;
  if (!links) throw new Error('a select without from returns one row');
  return links;
}
