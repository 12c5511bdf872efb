// Sums of days, as the follower of the feed keeps them, and what each hour held.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface SumsFilter {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly accountId?: string | undefined;
  readonly areaSlug?: string | undefined;
}

export interface SumsRow {
  readonly created: number;
  readonly dispatched: number;
  readonly completed: number;
  readonly cancelled: number;
  readonly on_time: number;
  readonly late: number;
  readonly revenue_cents: number;
}

const sums = ['created', 'dispatched', 'completed', 'cancelled'].map(
  (state) =>
    sql`coalesce(sum(d.bookings) filter (where d.state = ${sql.lit(state)}), 0)::int as ${sql.ref(state)}`,
);
const allSums = sql`${sql.join(sums)}, coalesce(sum(d.on_time), 0)::int as on_time, coalesce(sum(d.late), 0)::int as late,
  coalesce(sum(d.revenue_cents), 0)::float8 as revenue_cents`;

function within({ firstDay, lastDay, accountId, areaSlug }: SumsFilter) {
  return sql`d.day between ${firstDay}::date and ${lastDay}::date
    and (${accountId ?? null}::uuid is null or d.account_id = ${accountId ?? null})
    and (${areaSlug ?? null}::text is null or d.area_slug = ${areaSlug ?? null})`;
}

export async function sumsByDay(
  db: SystemDatabase,
  filter: SumsFilter,
): Promise<(SumsRow & { readonly day: string })[]> {
  const { rows } = await sql<SumsRow & { day: string }>`
    select d.day::text as day, ${allSums} from booking_day d where ${within(filter)} group by 1`.execute(db);
  return rows;
}

/** Those with most bookings first. */
export async function sumsByAccount(
  db: SystemDatabase,
  filter: SumsFilter,
  limit: number,
): Promise<(SumsRow & { readonly id: string; readonly name: string })[]> {
  const { rows } = await sql<SumsRow & { id: string; name: string }>`
    select a.id, a.name, ${allSums} from booking_day d join account a on a.id = d.account_id
    where ${within(filter)} group by a.id, a.name order by sum(d.bookings) desc, a.name, a.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function sumsByArea(
  db: SystemDatabase,
  filter: SumsFilter,
): Promise<(SumsRow & { readonly slug: string })[]> {
  const { rows } = await sql<SumsRow & { slug: string }>`
    select d.area_slug as slug, ${allSums} from booking_day d where ${within(filter)}
    group by 1 order by sum(d.bookings) desc, 1`.execute(db);
  return rows;
}

export interface ReservedDay {
  readonly areaSlug: string;
  readonly timeZone: string;
  readonly product: string;
  readonly day: string;
  readonly reserved: number;
}

/** Places taken on each day of an area, by zone and product. */
export async function reservedByDay(
  db: SystemDatabase,
  { firstDay, lastDay, areaSlug }: SumsFilter,
): Promise<ReservedDay[]> {
  // No zone is further off than a day.
  const { rows } = await sql<ReservedDay>`
    select area_slug as "areaSlug", time_zone as "timeZone", product, (starts_at at time zone time_zone)::date::text as day,
      sum(reserved)::int as reserved
    from capacity_bucket
    where starts_at >= ${firstDay}::date - interval '1 day' and starts_at < ${lastDay}::date + interval '2 days'
      and (starts_at at time zone time_zone)::date between ${firstDay}::date and ${lastDay}::date
      and (${areaSlug ?? null}::text is null or area_slug = ${areaSlug ?? null})
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}
