// Invariants of all bookings in a database without pending work. Queried as the owner, without row-level security, so
// that no row is hidden.
import { expect } from 'vitest';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { queryAsOwner } from './database.ts';

/** Capacity per hour, by product. */
export type Capacities = Readonly<Record<string, number>>;

/** Each query finds the rows that violate the rule in its name. */
const rules: Readonly<Record<string, string>> = {
  'an hour has as many reservations as active bookings, and never more than its capacity': `
    with live as (
      select area_slug, arrival_window ->> 'timeZone' as time_zone, product,
        to_timestamp((arrival_window ->> 'bucketStartMs')::bigint / 1000.0) as starts_at, count(*) as bookings
      from booking where state <> 'cancelled' and arrival_window ->> 'bucketStartMs' is not null group by 1, 2, 3, 4)
    select * from capacity_bucket full join live using (area_slug, time_zone, product, starts_at)
    where coalesce(reserved, 0) <> coalesce(bookings, 0)
      or coalesce(reserved, 0) > coalesce(($1::json ->> product)::int, 1000)`,
  'every on-demand reservation belongs to an active on-demand booking, and vice versa': `
    select r.id as place, b.id as booking from on_demand_reservation r
    full join (select id from booking where state in ('created', 'dispatched') and arrival_window ->> 'kind' = 'on_demand') b
      using (id) where r.id is null or b.id is null`,
  'a route has 2 to 7 stops at consecutive positions from 0, as in the stored JSON': `
    select b.id, array_agg(s.position order by s.position) from booking b left join booking_stop s on s.booking_id = b.id
    group by b.id having count(s.position) not between 2 and 7
      or min(s.position) <> 0 or max(s.position) <> count(s.position) - 1
      or array_agg(s.id::text order by s.position) <> array(select json_array_elements(b.wire -> 'route') ->> 'id')`,
  'contacts are for stops that exist': `
    select c.* from booking_contact c where exists (
      select from unnest(c.stop_ids) as wanted
      where not exists (select from booking_stop s where s.booking_id = c.booking_id and s.id = wanted))`,
  'events are numbered from 1 to the booking’s event sequence': `
    select b.id, b.event_sequence, array_agg(e.sequence order by e.sequence) from booking b
    left join event e on e.booking_id = b.id group by b.id
    having count(e.id) <> b.event_sequence or min(e.sequence) <> 1 or max(e.sequence) <> b.event_sequence`,
  'the stored JSON equals the payload of the last event': `
    select b.id from booking b join event e on e.booking_id = b.id and e.sequence = b.event_sequence
    where b.wire::text <> (e.payload -> 'data' -> 'booking')::text
      or b.state <> b.wire ->> 'state' or b.order_number is distinct from b.wire ->> 'order_number'`,
  'the quote of a booking is marked as used by it': `
    select b.id, b.quote_id from booking b left join quote_use u on u.quote_id = b.quote_id
    where u.booking_id is distinct from b.id or b.wire -> 'quote' ->> 'id' <> b.quote_id::text`,
  'every change left one entry in the audit trail': `
    select b.id, b.event_sequence from booking b
    where b.event_sequence <> (select count(*) from audit_entry a where a.subject_id = b.id::text)`,
  'all rows of a booking belong to its account': `
    select b.id from booking b join (
      select booking_id, account_id from booking_stop union all select booking_id, account_id from booking_contact
      union all select booking_id, account_id from quote_use union all select booking_id, account_id from event
      union all select b2.id, q.account_id from booking b2 join quote q on q.id = b2.quote_id) part
      on part.booking_id = b.id where part.account_id <> b.account_id`,
};

export async function expectBookingInvariants(
  connection: ConnectionOptions,
  capacities: Capacities = {},
): Promise<void> {
  for (const [rule, query] of Object.entries(rules)) {
    const values = query.includes('$1') ? [JSON.stringify(capacities)] : [];
    expect(await queryAsOwner(connection, `${query} limit 5`, values), rule).toEqual([]);
  }
}
