// Online base backup of the embedded server. pg_basebackup is not part of the embedded package, so this copies the
// files between pg_backup_start and pg_backup_stop, and the WAL segments written meanwhile, which the copy needs to be
// consistent.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  type BackupFile,
  copyIntoBackup,
  forEachConcurrently,
  writeBackupFile,
} from '../../lib/backup-directory.ts';
import type { ConnectionOptions } from '../pool.ts';
import { listClusterFiles } from './cluster-files.ts';

export interface BaseBackup {
  readonly startedAt: string;
  /** The earliest point in time that can be restored from this backup. */
  readonly finishedAt: string;
  /** The first WAL segment that the backup needs. */
  readonly firstWal: string;
  readonly lastWal: string;
  readonly serverVersion: string;
  readonly folders: readonly string[];
  readonly files: readonly BackupFile[];
}

interface Source {
  readonly connection: ConnectionOptions;
  readonly clusterFolder: string;
}

/** Directory of the cluster files inside the backup. */
export const CLUSTER = 'postgres';

export async function takeBaseBackup(source: Source, folder: string): Promise<BaseBackup> {
  const client = new Client({ ...source.connection, application_name: 'waybill:backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    // Temporary replication slot, dropped with the connection: keeps the WAL segments that the copy needs from being
    // recycled.
    await client.query(
      `select pg_create_physical_replication_slot('waybill_backup_' || pg_backend_pid(), true, true)`,
    );
    const start = await queryOne<{ wal: string; at: Date; version: string }>(
      client,
      `select pg_walfile_name(lsn) as wal, clock_timestamp() as at, current_setting('server_version') as version
       from (select pg_backup_start('waybill', fast => true) as lsn) s`,
    );
    const { folders, files } = await copyFiles(source, folder);
    const stop = await queryOne<{ wal: string; at: Date; label: string; spaces: string }>(
      client,
      `select pg_walfile_name(lsn) as wal, clock_timestamp() as at, labelfile as label, spcmapfile as spaces
       from pg_backup_stop(wait_for_archive => false)`,
    );
    files.push(await writeBackupFile(folder, `${CLUSTER}/backup_label`, [Buffer.from(stop.label)]));
    files.push(...(await copyWal(source, folder, start.wal, stop.wal)));
    return {
      startedAt: start.at.toISOString(),
      finishedAt: stop.at.toISOString(),
      firstWal: start.wal,
      lastWal: stop.wal,
      serverVersion: start.version,
      folders,
      files,
    };
  } finally {
    await client.end();
  }
}

async function copyFiles({ clusterFolder }: Source, folder: string) {
  const listed = await listClusterFiles(clusterFolder);
  const files: BackupFile[] = [];
  await forEachConcurrently(listed.files, async (path) => {
    const kept = await copyIntoBackup(folder, `${CLUSTER}/${path}`, join(clusterFolder, path));
    if (kept) files.push(kept);
  });
  return { folders: listed.folders, files };
}

async function copyWal({ clusterFolder }: Source, folder: string, first: string, last: string) {
  const names = (await readdir(join(clusterFolder, 'pg_wal'))).filter(
    (name) => name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last),
  );
  const files: BackupFile[] = [];
  for (const name of names.sort()) {
    const path = `${CLUSTER}/pg_wal/${name}`;
    const kept = await copyIntoBackup(folder, path, join(clusterFolder, 'pg_wal', name));
    if (kept) files.push(kept);
  }
  for (const name of [first, last])
    if (!files.some(({ path }) => path.endsWith(name)))
      throw new Error(`WAL segment ${name} is missing; run the backup again.`);
  return files;
}

async function queryOne<Row extends object>(client: Client, text: string): Promise<Row> {
  const [row] = (await client.query<Row>(text)).rows;
  if (!row) throw new Error('PostgreSQL returned no row');
  return row;
}
