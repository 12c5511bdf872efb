// Photo rows: which photos exist, and for which booking.
import type { AccountDatabase } from '../../db/database.ts';

export interface PhotoRecord {
  readonly name: string;
  readonly accountId: string;
  readonly bookingId: string;
  readonly byteCount: number;
  readonly width: number;
  readonly height: number;
  readonly createdAt: Date;
}

/** Idempotent: a second insert with the same name has no effect. */
export async function insertPhoto(db: AccountDatabase, photo: PhotoRecord): Promise<void> {
  await db
    .insertInto('photo')
    .values({
      name: photo.name,
      account_id: photo.accountId,
      booking_id: photo.bookingId,
      byte_count: photo.byteCount,
      width: photo.width,
      height: photo.height,
      created_at: photo.createdAt,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function findPhotoNames(
  db: AccountDatabase,
  accountId: string,
  bookingId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('photo')
    .select('name')
    .where('account_id', '=', accountId)
    .where('booking_id', '=', bookingId)
    .execute();
  return rows.map(({ name }) => name);
}
