// waybill export: writes all data in a format that any PostgreSQL server can import, to move an installation to another
// server or version.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { exportDatabase } from '../db/export/export-database.ts';
import {
  EXPORT_FORMAT,
  type ExportedDatabase,
  type ExportManifest,
  type KeyFingerprint,
} from '../db/export/export-manifest.ts';
import { type BackupFile, writeBackupDirectory } from '../lib/backup-directory.ts';
import type { MasterKey } from '../lib/key-ring.ts';
import { readVersion } from '../lib/version.ts';
import { jsonOption } from './admin-session.ts';
import { createCommandLogger } from './command-logger.ts';
import { openInstallation } from './installation.ts';
import { copyInstallationFiles } from './installation-files.ts';
import { printJson } from './print.ts';
import { clearProgress, tableProgress } from './table-progress.ts';

export function addExportCommand(program: Command): void {
  program
    .command('export <folder>')
    .description(
      'Export all data to a new folder, for import into another PostgreSQL; the server may keep running',
    )
    .addOption(jsonOption())
    .action(exportInstallation);
}

async function exportInstallation(folderArgument: string, { json }: { json?: boolean }): Promise<void> {
  const config = readConfig();
  const folder = resolve(folderArgument);
  const { databases } = await writeBackupDirectory(folder, () => fill(config, folder));
  printResult(folder, databases, json ?? false);
}

async function fill(config: Config, folder: string): Promise<ExportManifest> {
  const takenAt = new Date().toISOString();
  const log = createCommandLogger();
  const installation = await openInstallation(config, log);
  const files: BackupFile[] = [];
  const databases: Record<string, ExportedDatabase> = {};
  try {
    for (const { name } of config.environments) {
      const connection = installation.ownerConnectionTo(name);
      const exported = await exportDatabase(connection, folder, name, tableProgress(name));
      databases[name] = exported.database;
      files.push(...exported.files);
    }
    // Photos are copied after the databases: a photo is written before its row, so every exported row has its photo.
    files.push(...(await copyInstallationFiles(config, folder, (name) => installation.connectionTo(name))));
    const keys = installation.masterKeys.map(keyFingerprintOf);
    return { format: EXPORT_FORMAT, waybill: readVersion(), takenAt, databases, keys, files };
  } finally {
    clearProgress();
    await installation.close();
  }
}

export function keyFingerprintOf({ id, secret }: MasterKey): KeyFingerprint {
  return { id, sha256: createHash('sha256').update('waybill key mark').update(secret).digest('hex') };
}

function printResult(
  folder: string,
  databases: Readonly<Record<string, ExportedDatabase>>,
  json: boolean,
): void {
  const rows = Object.fromEntries(
    Object.entries(databases).map(([name, { tables }]) => [
      name,
      tables.reduce((sum, table) => sum + table.rows, 0),
    ]),
  );
  if (json) {
    printJson({ folder, rows });
    return;
  }
  for (const [name, count] of Object.entries(rows)) console.log(`${name}: ${count} rows`);
  console.log(
    `Exported to ${folder}. It contains all data, including secrets: delete the folder after the import.`,
  );
}
