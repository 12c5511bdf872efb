// Queries of the search: bookings through the full-text index; everything else by substring, because those tables are
// small.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { isUuid } from '../../../lib/ids.ts';
import { customerName, isPlanned, openOffer, stopsSkipped } from '../bookings/booking-columns-store.ts';
import type { OpenOffer } from '../dispatch/open-offer-schema.ts';
import { searchByWords } from './search-index-store.ts';
import type { SearchHit } from './search-schemas.ts';

export interface FoundBooking {
  readonly id: string;
  readonly hid: string;
  readonly state: string;
  /** Step of the crew at its current stop; null without a dispatch. */
  readonly progress: NonNullable<SearchHit['dispatch']>['state'] | null;
  readonly routePosition: number | null;
  readonly isFailed: boolean;
  readonly stopsSkipped: number;
  readonly isPlanned: boolean;
  readonly offer: OpenOffer | null;
  readonly accountId: string;
  readonly accountName: string;
  readonly orderNumber: string | null;
  readonly customerName: string | null;
  readonly startsAt: Date | null;
  readonly timeZone: string | null;
  readonly origin: string | null;
}

const columns = (now: Date) => sql`b.id, b.hid, b.state, b.dispatch ->> 'state' as progress,
  (b.dispatch ->> 'routePosition')::int as "routePosition", b.dispatch #>> '{failure,reason}' is not null as "isFailed",
  ${stopsSkipped} as "stopsSkipped", ${isPlanned(now)} as "isPlanned", ${openOffer(now)} as offer,
  a.id as "accountId", a.name as "accountName", b.order_number as "orderNumber",
  ${customerName} as "customerName",
  b.window_starts_at as "startsAt", b.arrival_window ->> 'timeZone' as "timeZone",
  (select l.name from booking_stop s join location l on l.id = s.location_id where s.booking_id = b.id
    order by s.position limit 1) as origin`;

/** On-demand bookings have no window: they count from when they were booked. */
const startsAt = sql`coalesce(b.window_starts_at, b.window_taken_at)`;

/** Open bookings, then completed and cancelled ones. Each: from `from` on by time, then earlier ones, latest first. */
export async function findBookings(
  db: SystemDatabase,
  text: string,
  { now, from, limit }: { readonly now: Date; readonly from: Date; readonly limit: number },
): Promise<FoundBooking[]> {
  const load = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<FoundBooking>`
      select ${columns(now)} from booking b join account a on a.id = b.account_id
      where ${condition}
      order by b.state in ('completed', 'cancelled'), ${startsAt} < ${from}, abs(extract(epoch from ${startsAt} - ${from})), b.id desc
      limit ${sql.lit(limit)}`.execute(db);
    return rows;
  };
  if (isUuid(text)) return load(sql`b.id = ${text}`);
  return searchByWords(db, text, { direction: 'older', from: null, limit }, load);
}

/**
 * Crews, crew members, organizations, webhook endpoints, and a request log by request id. `limit` applies per kind;
 * titles that start with the text come first. Endpoint URLs are cut at the question mark: a query string may contain a
 * secret of the partner.
 */
export async function findOthers(db: SystemDatabase, text: string, limit: number): Promise<SearchHit[]> {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const id = isUuid(text) ? text : null;
  const { rows } = await sql<SearchHit>`
    with hit as (
      select 'organization' as kind, id::text, name as title, contact_email as note, null as state, id as account_id from account
      where kind = 'organization' and (name ilike ${pattern} or contact_email ilike ${pattern} or id = ${id}::uuid)
      union all
      select 'crew', c.id::text, c.name, v.name, case when c.retired_at is null then null else 'retired' end, null
      from crew c left join vehicle v on v.id = c.vehicle_id
      where c.name ilike ${pattern} or v.name ilike ${pattern} or v.plate ilike ${pattern} or c.id = ${id}::uuid
      union all
      select 'crew_member', coalesce(m.crew_id, m.id)::text, m.first_name, coalesce(c.name, 'in no crew'),
        case when m.retired_at is null then null else 'retired' end, null
      from crew_member m left join crew c on c.id = m.crew_id
      where m.first_name ilike ${pattern} or m.id = ${id}::uuid
        or (length(regexp_replace(${text}, '\\D', '', 'g')) >= 4
          and m.phone_number like '%' || regexp_replace(${text}, '\\D', '', 'g') || '%')
      union all
      select 'webhook_endpoint', w.id::text, w.shown, a.name, case when w.disabled then 'disabled' else null end, a.id
      from (select *, split_part(webhook_endpoint.url, '?', 1) as shown from webhook_endpoint) w
      join account a on a.id = w.account_id
      where w.shown ilike ${pattern} or w.id = ${id}::uuid
      union all
      select 'request', r.id::text, r.method || ' ' || r.path, a.name, r.status::text, a.id
      from request_log r join account a on a.id = r.account_id where r.request_id = ${text}
    ), ranked as (
      select *, row_number() over (partition by kind order by title not ilike ${pattern.slice(1)}, title, id) as place from hit
    )
    select kind, id, title, note, state, account_id, null as dispatch, false as is_planned, null as offer from ranked where place <= ${limit}
    order by array_position(array['request', 'organization', 'crew', 'crew_member', 'webhook_endpoint'], kind), place`.execute(
    db,
  );
  return rows;
}
