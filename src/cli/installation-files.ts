// Files of an installation in its data folder beside the database: secret key and photos. A data folder may hold files of
// an earlier installation, so they are attributed: the key file belongs if SECRET_KEY is not set, photos belong to the
// embedded database of the same folder or if an external database names them (decision 0067). The demo credentials stay
// behind: a backup must not contain passwords.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnvironmentName } from '../config/environment-name.ts';
import type { Config } from '../config.ts';
import { photosInDatabase } from '../db/photos-in-database.ts';
import type { ConnectionOptions } from '../db/pool.ts';
import { photoPath } from '../integrations/photo-storage/local-photo-storage.ts';
import { type BackupFile, copyIntoBackup, forEachConcurrently } from '../lib/backup-directory.ts';
import { EXIT, ExitError } from '../lib/exit-error.ts';

export const PHOTOS = 'photos';
export const SECRET_KEY_FILE = 'secret-key';

export function isEmbedded(config: Config): boolean {
  return config.environments.some(({ databaseUrl }) => databaseUrl === null);
}

/** Copies them to a backup or export folder. */
export async function copyInstallationFiles(
  config: Config,
  folder: string,
  connectionTo: (environment: EnvironmentName) => ConnectionOptions,
): Promise<BackupFile[]> {
  const photos = (await ownPhotos(config, connectionTo)).map((path) => `${PHOTOS}/${path}`);
  const key = config.masterKeys === null ? [SECRET_KEY_FILE] : [];
  const files: BackupFile[] = [];
  await forEachConcurrently([...key, ...photos], async (path) => {
    const file = await copyIntoBackup(folder, path, join(config.dataDir, path));
    if (file) files.push(file);
  });
  return files;
}

async function ownPhotos(
  config: Config,
  connectionTo: (environment: EnvironmentName) => ConnectionOptions,
): Promise<string[]> {
  if (config.photos.storage !== 'local') return [];
  if (isEmbedded(config)) return listPhotos(join(config.dataDir, PHOTOS));
  const paths = config.environments.map(async ({ name: environment }) => {
    const names = await photosInDatabase(connectionTo(environment));
    return names.map((name) => `${environment}/${photoPath(name)}`);
  });
  return (await Promise.all(paths)).flat();
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
  throw new ExitError(
    `A restore to ${dataDir} did not finish. Empty the folder and run "waybill restore" again.`,
    EXIT.configuration,
  );
}
