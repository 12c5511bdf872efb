// Doctor checks of the parts of a booking: stops, contacts and used quotes.
import { sql } from 'kysely';
import type { SqlCheck } from '../../../../db/doctor/sql-check.ts';
import { MAX_STOPS, MIN_STOPS } from '../../../../domain/place/route.ts';

const bookings = sql`select count(*) from booking`;

export const routes: SqlCheck = {
  name: 'routes: positions 0 to n-1, 2 to 7 stops',
  checked: bookings,
  broken: sql`
    select 'booking' as table_name, b.id, b.account_id,
      format('the route has %s stops at positions %s, %s of them distinct', s.stops, s.positions, s.different)
        as message
    from booking b cross join lateral (
      select count(*) as stops, count(distinct id) as different, min(position) as first, max(position) as last,
        coalesce(string_agg(position::text, ', ' order by position), '-') as positions
      from booking_stop where booking_id = b.id) s
    where s.stops not between ${MIN_STOPS}::int and ${MAX_STOPS}::int
      or s.first <> 0 or s.last <> s.stops - 1 or s.different <> s.stops`,
};

export const contacts: SqlCheck = {
  name: 'contacts: existing stops, unique phone numbers',
  checked: sql`select count(*) from booking_contact`,
  broken: sql`
    select 'booking_contact' as table_name, c.booking_id || '/' || c.position as id, c.account_id,
      case when cardinality(c.stop_ids) = 0 then 'is for no stop'
        else 'is for a stop that the route does not have' end as message
    from booking_contact c
    where c.stop_ids is not null and (cardinality(c.stop_ids) = 0 or exists (
      select from unnest(c.stop_ids) as stop_id
      where not exists (select from booking_stop s where s.booking_id = c.booking_id and s.id = stop_id)))
    union all
    select 'booking', b.id::text, b.account_id, 'two contacts share a phone number or id, or the positions have a gap'
    from booking b cross join lateral (
      select count(*) as contacts, count(distinct phone_number) as phones, count(distinct id) as ids,
        max(position) as last
      from booking_contact where booking_id = b.id) c
    where c.contacts <> c.phones or c.contacts <> c.ids or c.last <> c.contacts - 1`,
};

export const usedQuotes: SqlCheck = {
  name: 'quotes: each used by one booking',
  checked: sql`select count(*) from quote_use`,
  broken: sql`
    select 'booking' as table_name, b.id, b.account_id, 'its quote is not marked as used by it' as message
    from booking b where not exists (
      select from quote_use u where u.quote_id = b.quote_id and u.booking_id = b.id)
    union all
    select 'booking', b.id, b.account_id, 'its quote is for another product or area'
    from booking b join quote q on q.id = b.quote_id
    where (q.product, q.area_slug) <> (b.product, b.area_slug)
    union all
    select 'quote_use', u.quote_id, u.account_id, 'refers to a quote or booking that does not exist'
    from quote_use u where not exists (select from booking b where b.id = u.booking_id)
      or not exists (select from quote q where q.id = u.quote_id)`,
};
