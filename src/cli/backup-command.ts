// waybill backup: online backup of a whole installation (databases, photos, secret key) into one folder.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { BACKUP_FORMAT, type BackupManifest } from '../db/backup/backup-manifest.ts';
import { takeBaseBackup } from '../db/backup/base-backup.ts';
import { connectionFromUrl } from '../db/connection-options.ts';
import { type BackupFile, writeBackupDirectory } from '../lib/backup-directory.ts';
import { readVersion } from '../lib/version.ts';
import { jsonOption } from './admin-session.ts';
import { createCommandLogger } from './command-logger.ts';
import { dumpDatabases } from './dump-databases.ts';
import { openInstallation } from './installation.ts';
import { copyInstallationFiles, isEmbedded, SECRET_KEY_FILE } from './installation-files.ts';
import { printJson } from './print.ts';

export function addBackupCommand(program: Command): void {
  program
    .command('backup <folder>')
    .description('Back up databases, photos and secret key to a new folder, without stopping the server')
    .addOption(jsonOption())
    .action(backup);
}

async function backup(given: string, { json }: { json?: boolean }): Promise<void> {
  const config = readConfig();
  const folder = resolve(given);
  const backUp = isEmbedded(config) ? backUpEmbedded : backUpExternal;
  const manifest = await writeBackupDirectory(folder, () => backUp(config, folder));
  if (json) printJson({ folder, ...summary(manifest) });
  else printSummary(folder, manifest);
}

async function backUpEmbedded(config: Config, folder: string): Promise<BackupManifest> {
  const log = createCommandLogger();
  const installation = await openInstallation(config, log);
  try {
    const { embedded } = installation;
    if (!embedded) throw new Error('no embedded server');
    const base = await takeBaseBackup(
      { connection: embedded.connectionTo('postgres'), clusterFolder: embedded.clusterFolder },
      folder,
    );
    // Photos are copied after the database: a photo is written before its row, so every row in the backup has its
    // photo.
    const others = await copyInstallationFiles(config, folder, (name) => installation.connectionTo(name));
    return {
      ...common(config, others),
      kind: 'embedded',
      ...base,
      walArchive: embedded.walArchive,
      files: [...base.files, ...others],
    };
  } finally {
    await installation.close();
  }
}

async function backUpExternal(config: Config, folder: string): Promise<BackupManifest> {
  const dumps = await dumpDatabases(config.environments, folder);
  const finishedAt = new Date().toISOString();
  const others = await copyInstallationFiles(config, folder, (environment) =>
    connectionFromUrl(config.environments.find(({ name }) => name === environment)?.databaseUrl ?? ''),
  );
  return { ...common(config, others), kind: 'external', finishedAt, files: [...dumps, ...others] };
}

function common(config: Config, others: readonly BackupFile[]) {
  return {
    format: BACKUP_FORMAT,
    waybill: readVersion(),
    environments: config.environments.map(({ name }) => name),
    secretKey: others.some(({ path }) => path === SECRET_KEY_FILE) ? 'included' : 'given',
    photos: config.photos.storage === 'local' ? 'included' : 'elsewhere',
  } as const;
}

function summary({ kind, finishedAt, secretKey, photos, files, ...more }: BackupManifest) {
  return {
    kind,
    finished_at: finishedAt,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    secret_key: secretKey,
    photos,
    ...('firstWal' in more && { first_wal: more.firstWal, wal_archive: more.walArchive }),
  };
}

function printSummary(folder: string, manifest: BackupManifest): void {
  const { files, bytes } = summary(manifest);
  console.log(`${files} files, ${Math.ceil(bytes / 1_000_000)} MB, as of ${manifest.finishedAt}: ${folder}`);
  if (manifest.secretKey === 'included')
    console.log(
      'The backup contains the secret key: access to this folder gives access to all data. Restrict access to it.',
    );
  else
    console.log(
      'The backup does not contain SECRET_KEY. Store it separately: without it, the webhook secrets cannot be decrypted.',
    );
  if (manifest.photos === 'elsewhere')
    console.log('The backup does not contain photos: they are stored in S3.');
  if (manifest.kind === 'external')
    console.log(
      'For point-in-time recovery, enable WAL archiving in your PostgreSQL: see docs/operations.md.',
    );
  else if (manifest.walArchive === null)
    console.log('Point-in-time recovery is not available for this backup: WAL_ARCHIVE_DIR is not set.');
  else
    console.log(
      `It can be restored to any later time with the WAL archive ${manifest.walArchive}. Keep ${manifest.firstWal} and all later files there.`,
    );
}
