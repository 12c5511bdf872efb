// Queries of the dashboards: daily totals (a projection kept by a follower) and reservations per day.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { DayTotals } from './dashboard-schemas.ts';

export interface DailyTotalsFilter {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly accountId?: string | undefined;
  readonly areaSlug?: string | undefined;
}

const stateCounts = ['created', 'dispatched', 'completed', 'cancelled'].map(
  (state) =>
    sql`coalesce(sum(d.bookings) filter (where d.state = ${sql.lit(state)}), 0)::int as ${sql.ref(state)}`,
);
const totalColumns = sql`${sql.join(stateCounts)}, coalesce(sum(d.on_time), 0)::int as on_time, coalesce(sum(d.late), 0)::int as late,
  coalesce(sum(d.revenue_cents), 0)::float8 as revenue_cents`;

/** Totals grouped three ways: per day, per account and per area. */
export interface Sums {
  readonly days: readonly (DayTotals & { readonly day: string })[];
  readonly accounts: readonly (DayTotals & { readonly id: string; readonly name: string })[];
  readonly areas: readonly (DayTotals & { readonly slug: string })[];
}

interface GroupedRow extends DayTotals {
  readonly day: string | null;
  readonly id: string | null;
  readonly name: string | null;
  readonly slug: string | null;
}

/** One pass over the table with grouping sets. Accounts and areas with the most bookings first. */
export async function readDailyTotals(db: SystemDatabase, filter: DailyTotalsFilter): Promise<Sums> {
  const { firstDay, lastDay, accountId, areaSlug } = filter;
  const conditions = [
    sql`d.day between ${firstDay}::date and ${lastDay}::date`,
    ...(accountId === undefined ? [] : [sql`d.account_id = ${accountId}`]),
    ...(areaSlug === undefined ? [] : [sql`d.area_slug = ${areaSlug}`]),
  ];
  const { rows } = await sql<GroupedRow>`
    with grouped as (
      select d.day, d.account_id, d.area_slug, ${totalColumns}, sum(d.bookings) as bookings from booking_day d
      where ${sql.join(conditions, sql` and `)}
      group by grouping sets ((d.day), (d.account_id), (d.area_slug)))
    select g.day::text as day, g.account_id as id, a.name, g.area_slug as slug, g.created, g.dispatched, g.completed,
      g.cancelled, g.on_time, g.late, g.revenue_cents
    from grouped g left join account a on a.id = g.account_id
    order by g.bookings desc, a.name, g.account_id, g.area_slug`.execute(db);
  const totalsOf = ({
    day: _day,
    id: _id,
    name: _name,
    slug: _slug,
    ...stateCounts
  }: GroupedRow): DayTotals => stateCounts;
  return {
    days: rows.flatMap((row) => (row.day === null ? [] : [{ ...totalsOf(row), day: row.day }])),
    accounts: rows.flatMap((row) =>
      row.id === null ? [] : [{ ...totalsOf(row), id: row.id, name: row.name ?? '' }],
    ),
    areas: rows.flatMap((row) => (row.slug === null ? [] : [{ ...totalsOf(row), slug: row.slug }])),
  };
}

export interface ReservedDay {
  readonly areaSlug: string;
  readonly timeZone: string;
  readonly product: string;
  readonly day: string;
  readonly reserved: number;
}

/** Reservations per day of an area, by time zone and product. */
export async function reservedByDay(
  db: SystemDatabase,
  { firstDay, lastDay, areaSlug }: DailyTotalsFilter,
): Promise<ReservedDay[]> {
  // The index range is one day wider on each side: no time zone is more than a day from UTC.
  const { rows } = await sql<ReservedDay>`
    select area_slug as "areaSlug", time_zone as "timeZone", product, (starts_at at time zone time_zone)::date::text as day,
      sum(reserved)::int as reserved
    from capacity_bucket
    where starts_at >= ${firstDay}::date - interval '1 day' and starts_at < ${lastDay}::date + interval '2 days'
      and (starts_at at time zone time_zone)::date between ${firstDay}::date and ${lastDay}::date
      ${areaSlug === undefined ? sql`` : sql`and area_slug = ${areaSlug}`}
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}
