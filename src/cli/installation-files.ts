// Files of an installation in its data folder beside the database: secret key and photos. The demo credentials stay
// behind: a backup must not contain passwords.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupFile, copyIntoBackup, forEachConcurrently } from '../lib/backup-directory.ts';

export const PHOTOS = 'photos';
export const SECRET_KEY_FILE = 'secret-key';

/** Copies them to a backup or export folder. */
export async function copyInstallationFiles(dataDir: string, folder: string): Promise<BackupFile[]> {
  const photos = (await listPhotos(join(dataDir, PHOTOS))).map((path) => `${PHOTOS}/${path}`);
  const files: BackupFile[] = [];
  await forEachConcurrently([SECRET_KEY_FILE, ...photos], async (path) => {
    const file = await copyIntoBackup(folder, path, join(dataDir, path));
    if (file) files.push(file);
  });
  return files;
}

/** Paths relative to the photo folder; files that are still being written (no .jpg suffix yet) are left out. */
export async function listPhotos(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.jpg')).sort();
}

/** Marker file of an interrupted restore: the contents of the folder must not be used. */
export const UNFINISHED_RESTORE = 'restore-unfinished';

export function hasInstallation(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED_RESTORE))) return;
  throw new Error(
    `A restore to ${dataDir} did not finish. Empty the folder and run "waybill restore" again.`,
  );
}
