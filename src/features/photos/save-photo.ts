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

export interface PhotoOptions {
  /** Where it is kept, if that was chosen before; the same picture may then be sent again. */
  readonly name?: string;
}

export async function savePhoto(
  { db, clock, photos, environment }: Pick<Context, 'db' | 'clock' | 'photos' | 'environment'>,
  { accountId, bookingId }: PhotoSubject,
  bytes: Buffer,
  { name = newPhotoName() }: PhotoOptions = {},
): Promise<string> {
  const prepared = await preparePhoto(bytes);
  if (!prepared.ok) throw Problem.of('invalid_parameter', `photo ${prepared.faults[0]}.`, { param: 'photo' });
  const { jpeg, width, height } = prepared.value;
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

/** Cannot be guessed: who knows it may see the picture. */
export function newPhotoName(): string {
  return randomBytes(16).toString('base64url');
}

export function photoPath(name: string): string {
  return `/photos/${name}.jpg`;
}
