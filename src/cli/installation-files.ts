// What an installation keeps in its data folder beside the database: the secret key, the demo credentials, photos.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupFile, copyIntoBackup, forEachConcurrently } from '../lib/backup-directory.ts';

export const PHOTOS = 'photos';
export const SECRET_KEY_FILE = 'secret-key';
const single = [SECRET_KEY_FILE, 'credentials.json'];

/** Copies them to a folder that is kept. */
export async function keepInstallationFiles(dataDir: string, folder: string): Promise<BackupFile[]> {
  const photos = (await listPhotos(join(dataDir, PHOTOS))).map((path) => `${PHOTOS}/${path}`);
  const kept: BackupFile[] = [];
  await forEachConcurrently([...single, ...photos], async (path) => {
    const file = await copyIntoBackup(folder, path, join(dataDir, path));
    if (file) kept.push(file);
  });
  return kept;
}

/** Names below the folder of photos; what is still being written is left out. */
export async function listPhotos(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.jpg')).sort();
}

/** A restore that was cut short leaves this behind: what is in the folder is not to be used. */
export const UNFINISHED_RESTORE = 'restore-unfinished';

export function hasInstallation(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED_RESTORE))) return;
  throw new Error(
    `A backup was being restored to ${dataDir}, and that was not finished. Empty the folder and run "waybill restore" again.`,
  );
}
