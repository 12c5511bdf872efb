// Compresses a picture of the camera and stores it as a draft photo of the stop.
import { compressPhoto } from '../offline/compress-photo.ts';
import type { OfflineModel } from '../offline/offline-model.ts';
import type { StopProps } from './day-props.ts';

/** Id of the photo; null if the picture cannot be read. `replacedId`: the photo that was retaken. */
export async function storePicture(
  phone: OfflineModel,
  { job, stop }: Pick<StopProps, 'job' | 'stop'>,
  file: File,
  replacedId?: string,
): Promise<string | null> {
  const picture = await compressPhoto(file);
  if (picture === null) return null;
  const id = crypto.randomUUID();
  const place = { bookingId: job.booking_id, stopId: stop.id };
  await phone.addDraft({ id, ...place, picture, isSent: false, isUsed: false }, replacedId);
  return id;
}
