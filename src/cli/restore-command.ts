// waybill restore: restores an installation from a backup, as of the backup or of any later time covered by the WAL
// archive.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { type EmbeddedBackup, type ExternalBackup, readBackup } from '../db/backup/backup-manifest.ts';
import { type RestorePoint, recover, restoreFiles } from '../db/backup/restore-cluster.ts';
import { connectionFromUrl } from '../db/connection-options.ts';
import { requireEmptyDatabase } from '../db/require-empty-database.ts';
import {
  clearDirectory,
  copyIntoBackup,
  forEachConcurrently,
  verifyBackupFiles,
} from '../lib/backup-directory.ts';
import { parseRestoreTime } from './arguments.ts';
import { createCommandLogger } from './command-logger.ts';
import { runDoctorEverywhere } from './doctor-command.ts';
import { dumpName, restoreDump } from './dump-databases.ts';
import { isEmbedded, listPhotos, PHOTOS, UNFINISHED_RESTORE } from './installation-files.ts';

interface RestoreOptions {
  readonly to?: string;
  readonly archive?: string;
  readonly photos?: string;
}

export function addRestoreCommand(program: Command): void {
  program
    .command('restore <folder>')
    .description('Restore a backup into an empty DATA_DIR or empty databases, then run the doctor')
    .addOption(
      new Option(
        '--to <time>',
        'point in time after the backup, or "latest"; needs the WAL archive',
      ).argParser(parseRestoreTime),
    )
    .option('--archive <folder>', 'WAL archive, if it was moved since the backup')
    .option('--photos <folder>', 'photo folder of the lost installation: adds photos taken after the backup')
    .action(restore);
}

async function restore(folderArgument: string, options: RestoreOptions): Promise<void> {
  const config = readConfig();
  const folder = resolve(folderArgument);
  const manifest = await readBackup(folder);
  requireSameEnvironments(config, manifest.environments);
  if (manifest.secretKey === 'given' && !config.masterKeys)
    throw new Error(
      'The backup was made with a SECRET_KEY, which it does not contain. Set SECRET_KEY and run the restore again.',
    );
  if (manifest.kind === 'embedded') await restoreEmbedded(config, folder, manifest, options);
  else await restoreExternal(config, folder, manifest, options);
  console.log(`Restored from ${folder}. Running the doctor.`);
  await runDoctorEverywhere(config.environments);
}

async function restoreEmbedded(
  { dataDir, ...config }: Config,
  folder: string,
  manifest: EmbeddedBackup,
  options: RestoreOptions,
): Promise<void> {
  if (!isEmbedded({ dataDir, ...config }))
    throw new Error(
      'This is a backup of an embedded server: unset DATABASE_URL and restore it to a DATA_DIR. To move it to your PostgreSQL afterwards, use "waybill export" and "waybill import".',
    );
  const point = restorePoint(manifest, options);
  await requireEmptyFolder(dataDir);
  await verifyBackupFiles(folder, manifest.files);
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, UNFINISHED_RESTORE), '');
  try {
    await restoreFiles(folder, manifest, dataDir);
    if (options.photos) await addPhotos(resolve(options.photos), dataDir);
    await recover(dataDir, point, createCommandLogger());
    await rm(join(dataDir, UNFINISHED_RESTORE));
  } catch (error) {
    // The folder was empty before, so clearing it loses nothing, and the restore can be run again.
    await clearDirectory(dataDir);
    throw error;
  }
}

async function restoreExternal(
  config: Config,
  folder: string,
  manifest: ExternalBackup,
  options: RestoreOptions,
): Promise<void> {
  if (options.to !== undefined)
    throw new Error(
      '--to does not work with this backup: it contains database dumps. For point-in-time recovery, use the tools of your PostgreSQL (see docs/operations.md).',
    );
  if (isEmbedded(config))
    throw new Error('This is a backup of an external PostgreSQL: set DATABASE_URL to an empty database.');
  await verifyBackupFiles(folder, manifest.files);
  for (const { databaseUrl, migrationUrl } of config.environments)
    await requireEmptyDatabase(connectionFromUrl(migrationUrl ?? databaseUrl ?? ''));
  for (const { name, databaseUrl, migrationUrl } of config.environments)
    await restoreDump(migrationUrl ?? databaseUrl ?? '', join(folder, dumpName(name)));
  const photos = join(folder, PHOTOS);
  await addPhotos(photos, config.dataDir);
  if (options.photos) await addPhotos(resolve(options.photos), config.dataDir);
}

function requireSameEnvironments(config: Config, contained: readonly string[]): void {
  const missing = config.environments.filter(({ name }) => !contained.includes(name));
  if (missing.length > 0)
    throw new Error(`The backup contains only ${contained.join(' and ')}: set ENVIRONMENT=${contained[0]}.`);
}

function restorePoint(
  { finishedAt, walArchive }: EmbeddedBackup,
  { to, archive }: RestoreOptions,
): RestorePoint {
  if (to === undefined) return { to: 'backup' };
  if (to !== 'latest' && Date.parse(to) < Date.parse(finishedAt))
    throw new Error(`The backup was finished at ${finishedAt}, after ${to}: use an older backup.`);
  const folder = archive ? resolve(archive) : walArchive;
  if (folder === null) throw new Error('The backup was made without a WAL archive: restore it without --to.');
  if (!existsSync(folder))
    throw new Error(`The WAL archive ${folder} does not exist: set its current location with --archive.`);
  return { to, archive: folder };
}

async function requireEmptyFolder(dataDir: string): Promise<void> {
  const names = existsSync(dataDir) ? await readdir(dataDir) : [];
  if (names.length === 0) return;
  throw new Error(
    `${dataDir} is not empty, and a restore does not overwrite data. Empty the folder, or set DATA_DIR to another one.`,
  );
}

/** Copies the photos that do not exist yet. */
async function addPhotos(from: string, dataDir: string): Promise<void> {
  await forEachConcurrently(await listPhotos(from), async (path) => {
    if (!existsSync(join(dataDir, PHOTOS, path)))
      await copyIntoBackup(dataDir, `${PHOTOS}/${path}`, join(from, path));
  });
}
