// Doctor checks of capacity: the reserved counts match the bookings and do not exceed the capacity.
import { sql } from 'kysely';
import type { SqlCheck } from '../../../../db/doctor/sql-check.ts';
import type { ServiceArea } from '../../../../domain/place/service-area.ts';
import { ON_DEMAND_HOLD_MS } from '../../../../domain/time/capacity-claim.ts';
import { UNLIMITED_CAPACITY } from '../../../../domain/time/capacity-override.ts';

/** Primary key of a bucket. Several windows share an hour, and several time zones share an instant. */
const bucketId = sql`concat_ws('/', area_slug, time_zone, product, to_json(starts_at) #>> '{}')`;

/** null if the value is not a number; the check of arrival windows reports that. */
const bucketStartMs = sql`case when json_typeof(arrival_window -> 'bucketStartMs') = 'number'
  then (arrival_window ->> 'bucketStartMs')::double precision end`;

const holders = sql`
  select area_slug, time_zone, product, 'epoch'::timestamptz + start_ms * interval '1 ms' as starts_at,
    count(*)::int as holders
  from (select area_slug, arrival_window ->> 'timeZone' as time_zone, product, ${bucketStartMs} as start_ms
        from booking where state <> 'cancelled') as booked
  where start_ms is not null group by 1, 2, 3, 4`;

export const reservedHours: SqlCheck = {
  name: 'hours: reserved places match bookings',
  checked: sql`select count(*) from capacity_bucket`,
  broken: sql`
    select 'capacity_bucket' as table_name, ${bucketId} as id, null as account_id,
      format('%s places are reserved, %s bookings hold one', coalesce(reserved, 0), coalesce(holders, 0))
        as message
    from capacity_bucket full join (${holders}) held using (area_slug, time_zone, product, starts_at)
    where coalesce(reserved, 0) <> coalesce(holders, 0)`,
};

const liveOnDemand = sql`
  select id, account_id, area_slug, product, window_taken_at + ${ON_DEMAND_HOLD_MS}::int * interval '1 ms' as ends_at
  from booking where state in ('created', 'dispatched') and arrival_window ->> 'kind' = 'on_demand'`;

/** Expired reservations may remain until the booking ends or the cleanup removes them. */
export function onDemandPlaces(now: Date): SqlCheck {
  return {
    name: 'on demand: reserved places match active bookings',
    checked: sql`select count(*) from on_demand_reservation`,
    broken: sql`
      select 'on_demand_reservation' as table_name, coalesce(r.id, b.id) as id, b.account_id,
        case when b.id is null then 'no active on-demand booking holds this place'
          when r.id is null then 'the booking is active and on demand, but holds no place'
          else 'area, product or end differ from the booking' end as message
      from on_demand_reservation r full join (${liveOnDemand}) b on b.id = r.id
      where (r.id is null and b.ends_at > ${now}) or (r.id is not null and b.id is null)
        or (r.area_slug, r.product, r.ends_at) <> (b.area_slug, b.product, b.ends_at)`,
  };
}

/** The capacity override that applies to an hour, chosen as in domain/time/capacity-override.ts. */
const applicableOverride = sql`
  select o.kind, o.capacity, o.created_at from capacity_override o
  where o.area_slug = b.area_slug and (o.product is null or o.product = b.product)
    and (b.starts_at at time zone b.time_zone)::date between o.first_day and o.last_day
    and extract(hour from b.starts_at at time zone b.time_zone) >= o.from_hour
    and extract(hour from b.starts_at at time zone b.time_zone) < o.to_hour
  order by (o.capacity is null) desc, o.created_at desc, o.id desc limit 1`;

/** Grace period after an override for bookings that were in flight when it was created. */
const IN_FLIGHT_SECONDS = 5;

/** A booking that took its place after the override that leaves fewer places than are reserved. */
const takenAfterOverride = sql`
  select from booking h where h.state <> 'cancelled' and h.area_slug = b.area_slug and h.product = b.product
    and h.arrival_window ->> 'timeZone' = b.time_zone
    and h.window_starts_at >= b.starts_at and h.window_starts_at < b.starts_at + interval '1 hour'
    and h.window_taken_at > o.created_at + make_interval(secs => ${IN_FLIGHT_SECONDS})`;

/**
 * Checks future hours in served areas only. An override may leave fewer places than are reserved, because it cancels no
 * booking. After that, no further place may be taken.
 */
export function capacityLimits(areas: readonly ServiceArea[], now: Date): SqlCheck {
  const offers = areas.flatMap((area) =>
    Object.entries(area.products).map(([product, offer]) => ({
      area_slug: area.slug,
      product,
      // The plan of the day limits windows; only overrides limit the count.
      capacity: area.capacity === 'planned' ? UNLIMITED_CAPACITY : offer.capacity,
      on_demand: offer.onDemandCapacity,
    })),
  );
  const offered = sql`json_to_recordset(${JSON.stringify(offers)}::json)
    as offered (area_slug text, product text, capacity int, on_demand int)`;
  return {
    name: 'capacity: reserved places within capacity',
    checked: sql`select count(*) from capacity_bucket where starts_at >= ${now}`,
    broken: sql`
      select 'capacity_bucket' as table_name, ${bucketId} as id, null as account_id,
        format('%s places are reserved, the capacity is %s', b.reserved, places) as message
      from capacity_bucket b join ${offered} using (area_slug, product)
      left join lateral (${applicableOverride}) o on true,
      lateral (select case when o.kind is null then offered.capacity else coalesce(o.capacity, 0) end) p (places)
      where starts_at >= ${now} and b.reserved > places and (o.kind is null or exists (${takenAfterOverride}))
      union all
      select 'on_demand_reservation', area_slug || '/' || product, null,
        format('%s on-demand places are reserved, the capacity is %s', count(*), min(on_demand))
      from on_demand_reservation join ${offered} using (area_slug, product)
      where ends_at > ${now} group by area_slug, product having count(*) > min(on_demand)`,
  };
}
