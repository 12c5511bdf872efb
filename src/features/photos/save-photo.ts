// Keeps a photo and says where it can be seen. The row comes first: if the picture then cannot be kept, retention removes
// the row one day, while a picture without a row would stay for ever.
import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { preparePhoto } from '../../integrations/photo-storage/prepare-photo.ts';
import { Problem } from '../../lib/problem.ts';
import { insertPhoto } from './photo-store.ts';

export interface PhotoSubject {
  readonly accountId: string;
  readonly bookingId: string;
}

/** `param` names the picture in the error that tells what is wrong with it. */
export async function savePhoto(
  { db, clock, photos, environment }: Pick<Context, 'db' | 'clock' | 'photos' | 'environment'>,
  { accountId, bookingId }: PhotoSubject,
  bytes: Buffer,
  param = 'photo',
): Promise<string> {
  const prepared = await preparePhoto(bytes);
  if (!prepared.ok) throw Problem.of('invalid_parameter', `${param} ${prepared.faults[0]}.`, { param });
  const { jpeg, width, height } = prepared.value;
  const name = randomBytes(16).toString('base64url');
  const record = {
    name,
    accountId,
    bookingId,
    byteCount: jpeg.length,
    width,
    height,
    createdAt: clock.now(),
  };
  await insertPhoto(db.forAccount(accountId), record);
  await photos.put(name, jpeg);
  return `${environment.publicUrl}${photoPath(name)}`;
}

export function photoPath(name: string): string {
  return `/photos/${name}.jpg`;
}
