// Fills a day with bookings by copying a real one in the database: creating hundreds over HTTP takes minutes.
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { queryAsOwner } from './database.ts';

export interface BusyDay {
  /** Booking to copy. */
  readonly bookingId: string;
  readonly count: number;
  /** Start of the first windows; windows are one hour long and consecutive. */
  readonly from: Date;
  readonly hours: number;
}

/** Returns the ids of the copies, in the order of their windows. */
export async function fillDay(
  connection: ConnectionOptions,
  { bookingId, count, from, hours }: BusyDay,
): Promise<string[]> {
  const copied = await queryAsOwner<{ id: string }>(
    connection,
    `
    with ids as materialized (
      select nth, gen_random_uuid() as id from generate_series(1, $1::int) as nth
    ), numbers as (
      select nth, id, $2::timestamptz + make_interval(hours => (nth % $3::int)::int) as start,
        upper(substr(translate(md5(id::text), 'ae', 'xz'), 1, 8)) as hid from ids
    ), copies as (
      insert into booking select copy.* from booking b cross join numbers n
      cross join lateral jsonb_populate_record(b, jsonb_build_object('id', n.id, 'hid', n.hid,
        'share_token', md5(n.id::text), 'window_starts_at', n.start, 'order_number', 'SO-' || (1000 + n.nth),
        'wire', (b.wire::jsonb || jsonb_build_object('id', n.id, 'hid', n.hid)),
        'arrival_window', (b.arrival_window::jsonb || jsonb_build_object('id', n.id,
          'startMs', extract(epoch from n.start) * 1000, 'endMs', extract(epoch from n.start) * 1000 + 3600000)))) as copy
      where b.id = $4::uuid
    ), stops as (
      insert into booking_stop select copy.* from booking_stop s cross join numbers n
      cross join lateral jsonb_populate_record(s, jsonb_build_object('booking_id', n.id, 'id', gen_random_uuid())) as copy
      where s.booking_id = $4::uuid
    )
    select id from numbers order by start, nth`,
    [count, from, hours, bookingId],
  );
  return copied.map(({ id }) => id);
}
