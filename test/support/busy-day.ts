// A day full of bookings, copied in the database from one that was really made: booking hundreds one by one takes minutes.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../src/db/system-database.ts';

export interface BusyDay {
  /** The booking that the others are like. */
  readonly bookingId: string;
  readonly count: number;
  /** When the first windows begin; they are an hour long and follow one another. */
  readonly from: Date;
  readonly hours: number;
}

/** Returns the ids of the copies, in the order of their windows. */
export async function fillDay(
  db: SystemDatabase,
  { bookingId, count, from, hours }: BusyDay,
): Promise<string[]> {
  const copied = await sql<{ id: string }>`
    with ids as materialized (
      select nth, gen_random_uuid() as id from generate_series(1, ${count}::int) as nth
    ), numbers as (
      select nth, id, ${from}::timestamptz + make_interval(hours => (nth % ${hours}::int)::int) as start,
        upper(substr(translate(md5(id::text), 'ae', 'xz'), 1, 8)) as hid from ids
    ), copies as (
      insert into booking select copy.* from booking b cross join numbers n
      cross join lateral jsonb_populate_record(b, jsonb_build_object('id', n.id, 'hid', n.hid,
        'share_token', md5(n.id::text), 'window_starts_at', n.start, 'order_number', 'SO-' || (1000 + n.nth),
        'wire', (b.wire::jsonb || jsonb_build_object('id', n.id, 'hid', n.hid)),
        'arrival_window', (b.arrival_window::jsonb || jsonb_build_object('id', n.id,
          'startMs', extract(epoch from n.start) * 1000, 'endMs', extract(epoch from n.start) * 1000 + 3600000)))) as copy
      where b.id = ${bookingId}
    ), stops as (
      insert into booking_stop select copy.* from booking_stop s cross join numbers n
      cross join lateral jsonb_populate_record(s, jsonb_build_object('booking_id', n.id, 'id', gen_random_uuid())) as copy
      where s.booking_id = ${bookingId}
    )
    select id from numbers order by start, nth`.execute(db);
  return copied.rows.map(({ id }) => id);
}
