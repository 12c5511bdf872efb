// Cache of measured travel times, by the identity of the router and by places rounded to 0.001 degree (about 110 m): it
// identifies no address.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Waypoint } from '../../../domain/place/travel.ts';

export interface CachedJourney {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  /** Of a mile. */
  readonly hundredths: number;
  readonly estimated: boolean;
}

const CELLS_PER_DEGREE = 1_000;
const CELLS_PER_ROW = 1_000_000;

/** Latitude and longitude in one number. */
export function cellOf({ longitude, latitude }: Waypoint): number {
  const row = Math.round((latitude + 90) * CELLS_PER_DEGREE);
  return row * CELLS_PER_ROW + Math.round((longitude + 180) * CELLS_PER_DEGREE);
}

/** Each from a source to a target. */
export async function listJourneys(
  db: SystemDatabase,
  router: string,
  sources: readonly number[],
  targets: readonly number[],
): Promise<CachedJourney[]> {
  const { rows } = await sql<CachedJourney>`
    select from_cell::float8 as "from", to_cell::float8 as "to", seconds, hundredths, estimated from travel_time
    where router = ${router} and from_cell = any (${[...sources]}::bigint[]) and to_cell = any (${[...targets]}::bigint[])`.execute(
    db,
  );
  return rows;
}

export async function saveJourneys(
  db: SystemDatabase,
  router: string,
  journeys: readonly CachedJourney[],
  now: Date,
): Promise<void> {
  if (journeys.length === 0) return;
  await sql`
    insert into travel_time (router, from_cell, to_cell, seconds, hundredths, estimated, measured_at)
    select ${router}, "from", "to", seconds, hundredths, estimated, ${now}
    from json_to_recordset(${JSON.stringify(journeys)}::json)
      as j ("from" bigint, "to" bigint, seconds integer, hundredths integer, estimated boolean)
    on conflict do nothing`.execute(db);
}

/** Deletes old journeys, and the oldest beyond the limit. */
export async function pruneJourneys(
  db: SystemDatabase,
  { before, maxRows }: { readonly before: Date; readonly maxRows: number },
): Promise<void> {
  await sql`delete from travel_time where measured_at < ${before}`.execute(db);
  await sql`
    delete from travel_time where measured_at <= (
      select measured_at from travel_time order by measured_at desc offset ${maxRows} limit 1)`.execute(db);
}
