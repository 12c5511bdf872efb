// Bookings in hours that a capacity override would overbook.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Overbooked } from '../../areas/system/manage-overrides.ts';
import { customerName, customerPhone } from '../bookings/booking-columns-store.ts';
import type { AffectedBooking } from './calendar-schemas.ts';

/** Ordered by window. An hour holds the windows that begin in it. */
export async function bookingsInHours(
  db: SystemDatabase,
  areaSlug: string,
  hours: readonly Overbooked[],
  limit: number,
): Promise<AffectedBooking[]> {
  if (hours.length === 0) return [];
  const starts = hours.map(({ startMs }) => new Date(startMs));
  const { rows } = await sql<AffectedBooking>`
    select b.id, b.hid, b.product, b.arrival_window ->> 'label' as window_label, a.name as account_name,
      ${customerName} as customer_name, ${customerPhone} as customer_phone_number
    from unnest(${starts}::timestamptz[], ${hours.map(({ product }) => product)}::text[]) as h (start_at, product)
    join booking b on b.product = h.product and b.window_starts_at >= h.start_at
      and b.window_starts_at < h.start_at + interval '1 hour'
    join account a on a.id = b.account_id
    where b.area_slug = ${areaSlug} and b.state in ('created', 'dispatched')
    order by b.window_starts_at, b.id limit ${limit}`.execute(db);
  return rows;
}
