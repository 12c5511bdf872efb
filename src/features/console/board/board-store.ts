// Queries of the day board. Bookings and crews take one statement each, independent of their number.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { RouteEnd } from '../../../domain/place/route.ts';
import type { ArrivalWindow } from '../../../domain/time/arrival-window.ts';
import { byName } from '../../../lib/natural-order.ts';
import { localDay, onDay, startingNear } from '../../bookings/system/booking-day-store.ts';
import { millisOf } from '../../dispatch/system/crew-store.ts';
import {
  crewPhone,
  customerName,
  destinationTown,
  openOffer,
  stopsSkipped,
} from '../bookings/booking-columns-store.ts';
import type { BoardBooking, BoardCrew, BoardDay } from './board-schemas.ts';

/** Fields of the wire format, and what the others are derived from. */
export interface BoardBookingRow
  extends Omit<BoardBooking, 'window' | 'slot' | 'stops_done' | 'eta' | 'is_late' | 'planned'> {
  readonly window: ArrivalWindow;
  readonly windowRef: RouteEnd;
  readonly windowTakenAt: Date;
  readonly routePosition: number | null;
  readonly etaMs: number | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly planned: {
    readonly crewId: string;
    readonly planId: string | null;
    readonly startsMs: number;
    readonly arrivesMs: number;
    readonly endsMs: number;
    readonly isLocked: boolean;
  } | null;
}

export interface BoardFilter {
  readonly day: string;
  readonly areaSlug?: string | undefined;
  /** Offers that expired before are not open. */
  readonly now: Date;
}

/** Ordered by window start. Excludes cancelled bookings. */
export async function listBoardBookings(
  db: SystemDatabase,
  { day, areaSlug, now }: BoardFilter,
  limit: number,
): Promise<BoardBookingRow[]> {
  const inArea = areaSlug === undefined ? sql`true` : sql`b.area_slug = ${areaSlug}`;
  const { rows } = await sql<BoardBookingRow>`
    select b.id, b.hid, b.state, b.product, b.area_slug as area, a.name as partner, b.order_number,
      ${customerName} as customer, ${destinationTown} as town, b.arrival_window as "window", b.window_ref as "windowRef",
      b.window_taken_at as "windowTakenAt", b.dispatch ->> 'state' as progress,
      (b.dispatch ->> 'routePosition')::int as "routePosition", b.dispatch #>> '{failure,reason}' as trouble,
      ${stopsSkipped} as stops_skipped,
      (b.crew ->> 'etaMs')::float8 as "etaMs", e.crew_id, e.starts_at as "startsAt", e.ends_at as "endsAt",
      (select count(*)::int from booking_stop s where s.booking_id = b.id) as stop_count,
      case when p.booking_id is not null then json_build_object('crewId', p.crew_id, 'planId', p.plan_id,
        'startsMs', ${millisOf(sql`p.starts_at`)}, 'arrivesMs', ${millisOf(sql`p.arrives_at`)},
        'endsMs', ${millisOf(sql`p.ends_at`)}, 'isLocked', p.locked) end as planned,
      ${openOffer(now)} as offer
    from booking b join account a on a.id = b.account_id
    left join planned_job p on p.booking_id = b.id and b.state = 'created'
    left join lateral (
      select crew_id, starts_at, coalesce(ended_at, ends_at) as ends_at from crew_engagement
      where booking_id = b.id and (ended_at is null or end_reason = 'completed')
      order by ended_at nulls first limit 1) e on true
    where b.state <> 'cancelled' and ${inArea} and ${onDay(day)}
    order by coalesce(b.window_starts_at, b.window_taken_at), b.id limit ${limit}`.execute(db);
  return rows;
}

export interface BoardCrewRow extends Omit<BoardCrew, 'shifts'> {
  readonly shifts: readonly { readonly startsMs: number; readonly endsMs: number }[];
}

const maxCrews = 1_000;

/** Crews in service, and retired crews that carried out one of the bookings. Ordered by name. */
export async function listBoardCrews(
  db: SystemDatabase,
  { from, to, areaSlug }: { readonly from: Date; readonly to: Date; readonly areaSlug?: string | undefined },
  crewIds: readonly string[],
): Promise<BoardCrewRow[]> {
  const inArea =
    areaSlug === undefined ? sql`true` : sql`(k.home_areas = '{}' or ${areaSlug} = any (k.home_areas))`;
  const { rows } = await sql<BoardCrewRow>`
    with shifts_of as (
      select crew_id, json_agg(json_build_object('startsMs', (extract(epoch from starts_at) * 1000)::float8,
        'endsMs', (extract(epoch from ends_at) * 1000)::float8) order by starts_at) as shifts
      from shift where ends_at > ${from} and starts_at < ${to} group by crew_id
    ), members_of as (
      select crew_id, json_agg(first_name order by position) as members from crew_member
      where crew_id is not null group by crew_id
    )
    select k.id, k.name, k.home_areas, k.retired_at is not null as is_retired, ${crewPhone} as phone_number,
      case when v.id is not null then json_build_object('type', v.type, 'name', v.name) end as vehicle,
      coalesce(m.members, '[]') as members, coalesce(s.shifts, '[]') as shifts
    from crew k left join vehicle v on v.id = k.vehicle_id
      left join members_of m on m.crew_id = k.id left join shifts_of s on s.crew_id = k.id
    where (k.retired_at is null and ${inArea}) or k.id = any (${[...crewIds]}::uuid[])
    order by lower(k.name), k.id limit ${maxCrews}`.execute(db);
  return rows.sort(byName);
}

/** Booking counts per day. Days without bookings are omitted. */
export async function countBoardDays(
  db: SystemDatabase,
  {
    from,
    to,
    areaSlug,
  }: { readonly from: string; readonly to: string; readonly areaSlug?: string | undefined },
): Promise<BoardDay[]> {
  const inArea = areaSlug === undefined ? sql`true` : sql`b.area_slug = ${areaSlug}`;
  const { rows } = await sql<BoardDay>`
    select to_char(${localDay}, 'YYYY-MM-DD') as day,
      (count(*) filter (where b.state = 'created'))::int as unassigned,
      (count(p.booking_id) filter (where b.state = 'created'))::int as planned,
      (count(*) filter (where b.state = 'dispatched'))::int as dispatched,
      (count(*) filter (where b.state = 'completed'))::int as completed
    from booking b left join planned_job p on p.booking_id = b.id and b.state = 'created'
    where b.state <> 'cancelled' and ${inArea} and ${startingNear(from, to)}
      and ${localDay} between ${from}::date and ${to}::date
    group by 1`.execute(db);
  return rows;
}
