// Reserved capacity per hour bucket and on demand, across all accounts.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import { type Statement, statement } from '../../db/statement.ts';
import type { Product } from '../../domain/dispatch/product.ts';

const DAY_MS = 86_400_000;

export interface CapacityScope {
  readonly areaSlug: string;
  readonly timeZone: string;
  readonly product: Product;
}

export interface CapacityInUse {
  /** Number of reservations by bucket start, in epoch milliseconds. */
  readonly reservedAt: ReadonlyMap<number, number>;
  readonly onDemand: number;
  /** By local day, in areas with planned capacity. Days that were never planned are missing. */
  readonly planRevisions: ReadonlyMap<string, number>;
}

export interface CapacityTimes {
  /** Whether to read the revisions of plans as well. */
  readonly isPlanned: boolean;
  readonly from: Date;
  readonly until: Date;
  /** Real time, not the test clock: all accounts share the on-demand places. */
  readonly worldNow: Date;
}

/** One statement for the whole booking horizon. */
export async function capacityInUse(
  db: AccountDatabase,
  { areaSlug, timeZone, product }: CapacityScope,
  { isPlanned, from, until, worldNow }: CapacityTimes,
): Promise<CapacityInUse> {
  const revisions = isPlanned
    ? sql`(select json_object_agg(day, revision) from plan_day
        where area_slug = ${areaSlug} and day between ${utcDay(from, -1)} and ${utcDay(until, 1)})`
    : sql`null`;
  const { rows } = await sql<{
    starts_at: Date | null;
    reserved: number;
    revisions: Record<string, number> | null;
  }>`
    select starts_at, reserved, null::json as revisions from capacity_bucket
    where area_slug = ${areaSlug} and time_zone = ${timeZone} and product = ${product}
      and starts_at between ${from} and ${until} and reserved > 0
    union all
    select null, count(*)::int, ${revisions} from on_demand_reservation
    where area_slug = ${areaSlug} and product = ${product} and ends_at > ${worldNow}`.execute(db);
  const total = rows.find(({ starts_at }) => starts_at === null);
  return {
    reservedAt: new Map(
      rows.flatMap(({ starts_at, reserved }) =>
        starts_at ? [[starts_at.getTime(), reserved] as const] : [],
      ),
    ),
    onDemand: total?.reserved ?? 0,
    planRevisions: new Map(Object.entries(total?.revisions ?? {})),
  };
}

/** Local days differ by at most one. */
function utcDay(at: Date, days: number): string {
  return new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

interface Bucket extends CapacityScope {
  readonly startMs: number;
}

/** SQLSTATEs raised by `refuse_unless` when a claim exceeds the capacity. */
export const hourFull = 'WBFUL';
export const noCrewFree = 'WBBSY';

/** Reserves one place of an hour bucket, or raises `hourFull`. The row stays locked until the transaction ends. */
export function bucketClaim(bucket: Bucket, capacity: number): Statement<unknown> {
  if (capacity < 1) return statement`select refuse_unless(false, ${hourFull})`;
  return statement`
    with claimed as (
      insert into capacity_bucket as b (area_slug, time_zone, product, starts_at, reserved)
      values (${bucket.areaSlug}, ${bucket.timeZone}, ${bucket.product}, ${new Date(bucket.startMs)}, 1)
      on conflict (area_slug, time_zone, product, starts_at)
        do update set reserved = b.reserved + 1 where b.reserved < ${capacity}
      returning 1)
    select refuse_unless(exists (select from claimed), ${hourFull})`;
}

export function bucketRelease(bucket: Bucket): Statement<unknown> {
  return statement`
    update capacity_bucket set reserved = reserved - 1
    where area_slug = ${bucket.areaSlug} and time_zone = ${bucket.timeZone} and product = ${bucket.product}
      and starts_at = ${new Date(bucket.startMs)} and reserved > 0`;
}

interface OnDemandPlace extends Omit<CapacityScope, 'timeZone'> {
  readonly endsAtMs: number;
}

/**
 * An advisory lock per area and product serialises the count and the insertion. Raises `noCrewFree` if no place is
 * left.
 */
export function onDemandClaim(
  bookingId: string,
  { areaSlug, product, endsAtMs }: OnDemandPlace,
  capacity: number,
  now: Date,
): Statement<unknown>[] {
  return [
    statement`select pg_advisory_xact_lock(hashtextextended(${`on demand|${areaSlug}|${product}`}, 0))`,
    statement`
      with claimed as (
        insert into on_demand_reservation (id, area_slug, product, ends_at)
        select ${bookingId}, ${areaSlug}, ${product}, ${new Date(endsAtMs)}
        where (select count(*) from on_demand_reservation
               where area_slug = ${areaSlug} and product = ${product} and ends_at > ${now}) < ${capacity}
        returning 1)
      select refuse_unless(exists (select from claimed), ${noCrewFree})`,
  ];
}

export function onDemandRelease(bookingId: string): Statement<unknown> {
  return statement`delete from on_demand_reservation where id = ${bookingId}`;
}
