// Capacity overrides: queries for the operator API and the commands.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { CapacityOverride } from '../../../domain/time/capacity-override.ts';

/** An override with the fields that only operators see. */
export interface StoredOverride extends CapacityOverride {
  readonly reason: string | null;
  /** Name of the operator, or the actor id if no operator has it. */
  readonly createdBy: string;
}

const columns = sql`o.id, o.area_slug as "areaSlug", o.product, o.kind, o.first_day::text as "firstDay",
  o.last_day::text as "lastDay", o.from_hour as "fromHour", o.to_hour as "toHour", o.capacity, o.reason,
  coalesce((select p.name from operator p where p.id::text = o.created_by), o.created_by) as "createdBy",
  (extract(epoch from o.created_at) * 1000)::float8 as "createdAtMs"`;

/** Overrides that end on or after `sinceDay`, in chronological order. */
export async function listOverrides(
  db: SystemDatabase,
  { areaSlug, sinceDay }: { readonly areaSlug?: string | undefined; readonly sinceDay: string },
): Promise<StoredOverride[]> {
  const { rows } = await sql<StoredOverride>`
    select ${columns} from capacity_override o
    where o.last_day >= ${sinceDay}::date and (${areaSlug ?? null}::text is null or o.area_slug = ${areaSlug ?? null})
    order by o.first_day, o.from_hour, o.created_at, o.id`.execute(db);
  return rows;
}

export async function findOverride(db: SystemDatabase, id: string): Promise<StoredOverride | undefined> {
  const { rows } = await sql<StoredOverride>`
    select ${columns} from capacity_override o where o.id = ${id}`.execute(db);
  return rows[0];
}

export async function insertOverride(
  trx: SystemDatabase,
  override: Omit<StoredOverride, 'createdBy'>,
  createdBy: string,
): Promise<void> {
  await sql`
    insert into capacity_override (id, area_slug, product, kind, first_day, last_day, from_hour, to_hour, capacity, reason,
      created_by, created_at)
    values (${override.id}, ${override.areaSlug}, ${override.product}, ${override.kind}, ${override.firstDay},
      ${override.lastDay}, ${override.fromHour}, ${override.toHour}, ${override.capacity}, ${override.reason}, ${createdBy},
      ${new Date(override.createdAtMs)})`.execute(trx);
}

export async function deleteOverride(trx: SystemDatabase, id: string): Promise<void> {
  await sql`delete from capacity_override where id = ${id}`.execute(trx);
}

/** Retention: dashboards do not look back beyond this day. */
export async function deleteOverridesBefore(db: SystemDatabase, day: string): Promise<void> {
  await sql`delete from capacity_override where last_day < ${day}::date`.execute(db);
}

export interface BookedHour {
  readonly areaSlug: string;
  readonly timeZone: string;
  readonly product: string;
  readonly startMs: number;
  readonly reserved: number;
}

/** Hour buckets with at least one booking, in chronological order. */
export async function bookedHours(
  db: SystemDatabase,
  {
    areaSlug,
    from,
    until,
  }: { readonly areaSlug?: string | undefined; readonly from: Date; readonly until: Date },
): Promise<BookedHour[]> {
  const { rows } = await sql<BookedHour>`
    select area_slug as "areaSlug", time_zone as "timeZone", product, reserved,
      (extract(epoch from starts_at) * 1000)::float8 as "startMs"
    from capacity_bucket where starts_at >= ${from} and starts_at < ${until} and reserved > 0
      and (${areaSlug ?? null}::text is null or area_slug = ${areaSlug ?? null})
    order by starts_at, product, time_zone`.execute(db);
  return rows;
}
