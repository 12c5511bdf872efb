// Maps the photo ids that phones generate to stored photos.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../db/system-database.ts';

export interface PhotoClaim {
  readonly memberId: string;
  readonly id: string;
  readonly accountId: string;
  readonly bookingId: string;
  readonly name: string;
  readonly createdAt: Date;
}

export interface ClaimedPhoto {
  readonly bookingId: string;
  readonly name: string;
  readonly isStored: boolean;
}

/** Reserves the file name of a photo. Concurrent uploads of the same id get the same name. */
export async function claimPhoto(db: SystemDatabase, claim: PhotoClaim): Promise<ClaimedPhoto> {
  const { rows } = await sql<ClaimedPhoto>`
    with claimed as (
      insert into crew_photo (member_id, id, account_id, booking_id, name, created_at)
      values (${claim.memberId}, ${claim.id}, ${claim.accountId}, ${claim.bookingId}, ${claim.name}, ${claim.createdAt})
      on conflict (member_id, id) do update set id = excluded.id
      returning booking_id, name, kept_at)
    select booking_id as "bookingId", name, kept_at is not null as "isStored" from claimed`.execute(db);
  const [photo] = rows;
  if (!photo) throw new Error('the photo was not claimed');
  return photo;
}

export async function markPhotoStored(
  db: SystemDatabase,
  memberId: string,
  id: string,
  now: Date,
): Promise<void> {
  await sql`update crew_photo set kept_at = ${now}
    where member_id = ${memberId} and id = ${id} and kept_at is null`.execute(db);
}

/** File names by id, for the stored photos of this booking. */
export async function findStoredPhotos(
  db: SystemDatabase,
  memberId: string,
  bookingId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from crew_photo where member_id = ${memberId} and booking_id = ${bookingId} and kept_at is not null
      and id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
