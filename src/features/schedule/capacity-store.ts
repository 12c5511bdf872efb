// How much of each hour is taken, over all accounts.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
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

/** The whole horizon in one statement. */
export async function capacityInUse(
  db: AccountDatabase,
  { areaSlug, timeZone, product }: CapacityScope,
  from: Date,
  until: Date,
): Promise<CapacityInUse> {
  const { rows } = await sql<{ starts_at: Date | null; reserved: number }>`
    select starts_at, reserved from capacity_bucket
    where area_slug = ${areaSlug} and time_zone = ${timeZone} and product = ${product}
      and starts_at between ${from} and ${until} and reserved > 0
    union all
    select null, count(*)::int from on_demand_reservation
    where area_slug = ${areaSlug} and product = ${product} and ends_at > ${from}`.execute(db);
  return {
    reservedAt: new Map(
      rows.flatMap(({ starts_at, reserved }) =>
        starts_at ? [[starts_at.getTime(), reserved] as const] : [],
      ),
    ),
    onDemand: rows.find(({ starts_at }) => starts_at === null)?.reserved ?? 0,
  };
}
