// waybill import: imports an exported installation into empty databases, embedded or in an external PostgreSQL.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { type ExportManifest, readExport } from '../db/export/export-manifest.ts';
import { importDatabase } from '../db/export/import-database.ts';
import { copyIntoBackup, forEachConcurrently, verifyBackupFiles } from '../lib/backup-directory.ts';
import { createCommandLogger } from './command-logger.ts';
import { runDoctorEverywhere } from './doctor-command.ts';
import { keyFingerprintOf } from './export-command.ts';
import { openInstallation } from './installation.ts';
import { hasInstallation, isEmbedded, SECRET_KEY_FILE } from './installation-files.ts';
import { createPrivateFile } from './private-file.ts';
import { clearProgress, tableProgress } from './table-progress.ts';

export function addImportCommand(program: Command): void {
  program
    .command('import <folder>')
    .description('Import an export into empty databases or a new DATA_DIR, then run the doctor')
    .action(importInstallation);
}

async function importInstallation(folderArgument: string): Promise<void> {
  const config = readConfig();
  const folder = resolve(folderArgument);
  const manifest = await readExport(folder);
  requireMatchingTarget(config, manifest);
  await verifyBackupFiles(folder, manifest.files);
  if (isEmbedded(config)) await copySecretKey(config, folder);
  const log = createCommandLogger();
  const installation = await openInstallation(config, log, { creates: true, migrates: true });
  try {
    requireSameKeys(installation.masterKeys.map(keyFingerprintOf), manifest, folder);
    for (const { name } of config.environments) {
      const database = manifest.databases[name];
      if (!database) continue;
      const source = { folder, below: name, database };
      await importDatabase(installation.ownerConnectionTo(name), source, tableProgress(name));
      clearProgress();
      const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(`${name}: ${rows} rows imported, as exported`);
    }
    await copyOtherFiles(config, folder, manifest);
  } finally {
    clearProgress();
    await installation.close();
  }
  await runDoctorEverywhere(config.environments);
}

function requireMatchingTarget(config: Config, { databases }: ExportManifest): void {
  const missing = config.environments.find(({ name }) => !databases[name]);
  if (missing)
    throw new Error(
      `The export contains only ${Object.keys(databases).join(' and ')}: set ENVIRONMENT=${Object.keys(databases)[0]}.`,
    );
  if (isEmbedded(config) && hasInstallation(config.dataDir))
    throw new Error(
      `${config.dataDir} already contains an installation, and an import does not overwrite data. Set DATA_DIR to another folder.`,
    );
}

/** Runs before the installation is opened, which would otherwise generate a new key. */
async function copySecretKey({ dataDir, masterKeys }: Config, folder: string): Promise<void> {
  const exported = join(folder, SECRET_KEY_FILE);
  if (masterKeys || !existsSync(exported)) return;
  await createPrivateFile(join(dataDir, SECRET_KEY_FILE), await readFile(exported, 'utf8'));
}

function requireSameKeys(
  configured: readonly { sha256: string }[],
  { keys }: ExportManifest,
  folder: string,
): void {
  const missing = keys.filter(({ sha256 }) => !configured.some((key) => key.sha256 === sha256));
  if (missing.length === 0) return;
  const where = existsSync(join(folder, SECRET_KEY_FILE))
    ? ` (it is in ${join(folder, SECRET_KEY_FILE)})`
    : '';
  throw new Error(
    `The exported data is encrypted with the key ${missing[0]?.id}, which is not configured: without it, webhook secrets cannot be decrypted. Add that key to SECRET_KEY${where}.`,
  );
}

/** Photos and, in an embedded installation, the demo credentials of exports that still contain them. */
async function copyOtherFiles(config: Config, folder: string, { files }: ExportManifest): Promise<void> {
  const wanted = files.filter(
    ({ path }) => path.startsWith('photos/') || (isEmbedded(config) && path === 'credentials.json'),
  );
  await forEachConcurrently(wanted, async ({ path }) => {
    if (!existsSync(join(config.dataDir, path)))
      await copyIntoBackup(config.dataDir, path, join(folder, path));
  });
}
