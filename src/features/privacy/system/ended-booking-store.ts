// Ended bookings that await anonymization, and locations that only they used.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Location } from '../../../domain/place/route.ts';
import { locationInsertion } from '../../locations/location-store.ts';

export interface EndedBooking {
  readonly id: string;
  readonly endedAt: Date;
}

/** Keyset pagination, oldest first, after the given row. */
export async function endedBefore(
  db: SystemDatabase,
  before: Date,
  after: EndedBooking,
  limit: number,
): Promise<EndedBooking[]> {
  const { rows } = await sql<EndedBooking>`
    select booking_id as id, ended_at as "endedAt" from ended_booking
    where people_removed_at is null and ended_at < ${before} and (ended_at, booking_id) > (${after.endedAt}, ${after.id}::uuid)
    order by ended_at, booking_id limit ${limit}`.execute(db);
  return rows;
}

/** Claims the booking: true if it is not yet anonymized. Locks the row until the transaction ends. */
export async function markAnonymized(trx: SystemDatabase, bookingId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update ended_booking set people_removed_at = ${now}
    where booking_id = ${bookingId} and people_removed_at is null returning booking_id`.execute(trx);
  return rows.length > 0;
}

export async function insertLocations(
  trx: SystemDatabase,
  accountId: string,
  places: readonly Location[],
  now: Date,
): Promise<void> {
  for (const place of places) await locationInsertion(accountId, place, now).execute(trx);
}

/** Retires those of the locations that no booking uses any more: requests no longer find them. */
export async function retireLocations(
  trx: SystemDatabase,
  accountId: string,
  placeIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update location l set forgotten_at = ${now}
    where l.account_id = ${accountId} and l.id = any(${[...placeIds]}::uuid[]) and l.forgotten_at is null
      and not exists (select from booking_stop s where s.location_id = l.id)`.execute(trx);
}

/**
 * Deletes locations that were retired before `before`, when no quote that contains them can still be booked. A location
 * that a booking has used in the meantime is restored; it is retired again with that booking.
 */
export async function deleteRetiredLocations(
  db: SystemDatabase,
  before: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    with retired as (
      select l.id, exists (select from booking_stop s where s.location_id = l.id) as is_used
      from location l where l.forgotten_at < ${before} order by l.forgotten_at limit ${limit} for update
    ), kept as (
      update location l set forgotten_at = null from retired r where r.id = l.id and r.is_used
    ), gone as (
      delete from location l using retired r where r.id = l.id and not r.is_used
    )
    select from retired`.execute(db);
  return rows.length;
}
