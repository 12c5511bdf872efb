// Stores a photo and returns its URL. The row is inserted before the file is written: retention deletes a row without a
// file, while a file without a row would stay forever.
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
  /** Predefined name, which makes repeated uploads of one photo idempotent. Default: a new random name. */
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

/** 128 random bits: the name is the permission to see the photo (capability link). */
export function newPhotoName(): string {
  return randomBytes(16).toString('base64url');
}

export function photoPath(name: string): string {
  return `/photos/${name}.jpg`;
}
