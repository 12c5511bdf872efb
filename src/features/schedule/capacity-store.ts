// How much of each hour is taken, over all accounts.
import { sql } from 'kysely';
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { Product } from '../../domain/product.ts';

export interface CapacityScope {
  readonly areaSlug: string;
  readonly timeZone: string;
  readonly product: Product;
}

export interface CapacityInUse {
  /** Bookings by the start of their hour, in epoch milliseconds. */
  readonly reservedAt: ReadonlyMap<number, number>;
  readonly onDemand: number;
}

export interface CapacityTimes {
  readonly from: Date;
  readonly until: Date;
  /** On-demand places are held by the time that all accounts share. */
  readonly worldNow: Date;
}

/** The whole horizon in one statement. */
export async function capacityInUse(
  db: AccountDatabase,
  { areaSlug, timeZone, product }: CapacityScope,
  { from, until, worldNow }: CapacityTimes,
): Promise<CapacityInUse> {
  const { rows } = await sql<{ starts_at: Date | null; reserved: number }>`
    select starts_at, reserved from capacity_bucket
    where area_slug = ${areaSlug} and time_zone = ${timeZone} and product = ${product}
      and starts_at between ${from} and ${until} and reserved > 0
    union all
    select null, count(*)::int from on_demand_reservation
    where area_slug = ${areaSlug} and product = ${product} and ends_at > ${worldNow}`.execute(db);
  return {
    reservedAt: new Map(
      rows.flatMap(({ starts_at, reserved }) =>
        starts_at ? [[starts_at.getTime(), reserved] as const] : [],
      ),
    ),
    onDemand: rows.find(({ starts_at }) => starts_at === null)?.reserved ?? 0,
  };
}

interface Bucket {
  readonly areaSlug: string;
  readonly timeZone: string;
  readonly product: Product;
  readonly startMs: number;
}

/** Takes one place of an hour; false when it is full. The row stays locked until the transaction ends. */
export async function claimBucket(
  trx: AccountTransaction,
  bucket: Bucket,
  capacity: number,
): Promise<boolean> {
  if (capacity < 1) return false;
  const { rows } = await statement`
    insert into capacity_bucket as b (area_slug, time_zone, product, starts_at, reserved)
    values (${bucket.areaSlug}, ${bucket.timeZone}, ${bucket.product}, ${new Date(bucket.startMs)}, 1)
    on conflict (area_slug, time_zone, product, starts_at)
      do update set reserved = b.reserved + 1 where b.reserved < ${capacity}
    returning reserved`.execute(trx);
  return rows.length > 0;
}

export async function releaseBucket(trx: AccountTransaction, bucket: Bucket): Promise<void> {
  await statement`
    update capacity_bucket set reserved = reserved - 1
    where area_slug = ${bucket.areaSlug} and time_zone = ${bucket.timeZone} and product = ${bucket.product}
      and starts_at = ${new Date(bucket.startMs)} and reserved > 0`.execute(trx);
}

/** On-demand places of an area and product are counted one request at a time. */
export async function claimOnDemand(
  trx: AccountTransaction,
  bookingId: string,
  {
    areaSlug,
    product,
    endsAtMs,
  }: { readonly areaSlug: string; readonly product: Product; readonly endsAtMs: number },
  capacity: number,
  now: Date,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`on demand|${areaSlug}|${product}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql`
    insert into on_demand_reservation (id, area_slug, product, ends_at)
    select ${bookingId}, ${areaSlug}, ${product}, ${new Date(endsAtMs)}
    where (select count(*) from on_demand_reservation
           where area_slug = ${areaSlug} and product = ${product} and ends_at > ${now}) < ${capacity}
    returning id`.execute(trx);
  return rows.length > 0;
}

export async function releaseOnDemand(trx: AccountTransaction, bookingId: string): Promise<void> {
  await sql`delete from on_demand_reservation where id = ${bookingId}`.execute(trx);
}
