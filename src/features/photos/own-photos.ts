// Checks that photos were uploaded to Waybill for this booking: a proof of delivery on another server could change.
import type { Context } from '../../context.ts';
import { Problem } from '../../lib/problem.ts';
import { findPhotoNames } from './photo-store.ts';
import { type PhotoSubject, photoPath } from './save-photo.ts';

export async function requireUploadedPhotos(
  { db, environment }: Pick<Context, 'db' | 'environment'>,
  { accountId, bookingId }: PhotoSubject,
  urls: readonly string[],
): Promise<void> {
  if (urls.length === 0) return;
  const known = await findPhotoNames(db.forAccount(accountId), accountId, bookingId);
  const own = new Set(known.map((name) => `${environment.publicUrl}${photoPath(name)}`));
  const index = urls.findIndex((url) => !own.has(url));
  if (index === -1) return;
  throw Problem.of(
    'invalid_parameter',
    `photo_urls[${index}] must be the URL of a photo that was uploaded for this booking.`,
    { param: `photo_urls[${index}]` },
  );
}
