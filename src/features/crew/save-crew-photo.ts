// Stores a photo uploaded by a crew's phone exactly once. The file name is chosen and stored first, so that a retry
// after a crash writes to the same file. A stored photo is never overwritten.
import type { CrewPrincipal } from '../../http/surfaces/crew-principal.ts';
import { Problem } from '../../lib/problem.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { newPhotoName, photoPath, savePhoto } from '../photos/save-photo.ts';
import type { CrewContext } from './crew-context.ts';
import { claimPhoto, findStoredPhotos, markPhotoStored } from './crew-photo-store.ts';

type Photographer = Pick<CrewPrincipal, 'memberId'>;

export async function saveCrewPhoto(
  context: CrewContext,
  { memberId }: Photographer,
  bookingRef: BookingRef,
  { id, bytes }: { readonly id: string; readonly bytes: Buffer },
): Promise<void> {
  const { system, clock } = context;
  const claim = { ...bookingRef, memberId, id, name: newPhotoName(), createdAt: clock.now() };
  const { name, isStored, bookingId } = await claimPhoto(system, claim);
  if (bookingId !== bookingRef.bookingId)
    throw Problem.of('invalid_parameter', 'photo_id is already used for a photo of another booking.', {
      param: 'photo_id',
    });
  if (isStored) return;
  await savePhoto(context, bookingRef, bytes, { name });
  await markPhotoStored(system, memberId, id, clock.now());
}

/**
 * Public URLs of the photos. Throws with the id of a photo that has not been uploaded: the phone must upload it first.
 */
export async function photoUrlsOf(
  { system, environment }: Pick<CrewContext, 'system' | 'environment'>,
  { memberId }: Photographer,
  { bookingId }: BookingRef,
  ids: readonly string[],
): Promise<string[]> {
  const stored = await findStoredPhotos(system, memberId, bookingId, ids);
  return ids.map((id) => {
    const name = stored.get(id);
    if (name !== undefined) return `${environment.publicUrl}${photoPath(name)}`;
    throw Problem.of('invalid_parameter', `The photo ${id} has not been uploaded. Upload it first.`, {
      param: 'photo_ids',
    });
  });
}
