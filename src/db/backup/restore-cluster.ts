// Restores the data directory of a base backup and runs point-in-time recovery to the requested time.
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { copyIntoBackup, forEachConcurrently, writeBackupFile } from '../../lib/backup-directory.ts';
import { type EmbeddedPostgres, joinEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { EmbeddedPostgresError } from '../embedded/embedded-postgres-error.ts';
import type { EmbeddedPostgresLog } from '../embedded/embedded-postgres-log.ts';
import { findPostmaster } from '../embedded/postmaster.ts';
import { openServerPaths } from '../embedded/server-paths.ts';
import { canAccess } from '../embedded/server-user.ts';
import { restoreCommand } from '../embedded/wal-archive.ts';
import type { EmbeddedBackup } from './backup-manifest.ts';
import { CLUSTER } from './base-backup.ts';

/** Recovery target: the end of the backup (`backup`), the end of the archive (`latest`), or a time in between. */
export type RestorePoint = { readonly to: 'backup' } | { readonly to: string; readonly archive: string };

export async function restoreFiles(folder: string, { folders, files }: EmbeddedBackup, dataDir: string) {
  await mkdir(join(dataDir, CLUSTER), { recursive: true, mode: 0o700 });
  for (const path of folders) await mkdir(join(dataDir, CLUSTER, path), { recursive: true, mode: 0o700 });
  await forEachConcurrently(files, async ({ path, sha256 }) => {
    const kept = await copyIntoBackup(dataDir, path, join(folder, path));
    if (kept?.sha256 !== sha256) throw new Error(`${join(folder, path)} changed while it was read.`);
  });
}

/** Starts the restored server, which replays the WAL, and stops it again. */
export async function recover(dataDir: string, point: RestorePoint, log: EmbeddedPostgresLog): Promise<void> {
  if ('archive' in point) await configureRecovery(dataDir, point);
  const server = await joinWhenRecovered(dataDir, point, log);
  try {
    await resetRecoverySettings(server);
  } finally {
    await server.leave();
  }
}

const recoverySettings = ['restore_command', 'hot_standby', 'recovery_target_time', 'recovery_target_action'];

async function configureRecovery(dataDir: string, { to, archive }: { to: string; archive: string }) {
  const { user } = openServerPaths(dataDir);
  if (!canAccess(archive, user))
    throw new Error(
      `The WAL archive in ${archive} must be readable by the user of the embedded server (uid ${user.uid}).`,
    );
  const values = {
    restore_command: restoreCommand(archive),
    // With hot standby the server would accept connections before it reaches the target.
    hot_standby: 'off',
    ...(to !== 'latest' && { recovery_target_time: asPostgresTime(to), recovery_target_action: 'promote' }),
  };
  const lines = Object.entries(values).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  await appendFile(join(dataDir, CLUSTER, 'postgresql.auto.conf'), lines.join(''));
  await writeBackupFile(dataDir, `${CLUSTER}/recovery.signal`, []);
}

/** PostgreSQL does not accept the suffix Z in recovery_target_time. */
function asPostgresTime(text: string): string {
  return text.replace('T', ' ').replace(/Z$/, '+00:00');
}

/** Replaying a long archive takes longer than the start timeout. Keeps waiting while the server process is alive. */
async function joinWhenRecovered(
  dataDir: string,
  point: RestorePoint,
  log: EmbeddedPostgresLog,
): Promise<EmbeddedPostgres> {
  for (;;) {
    try {
      return await joinEmbeddedPostgres({ dataDir, log });
    } catch (error) {
      if (!(error instanceof EmbeddedPostgresError)) throw error;
      if (findPostmaster(openServerPaths(dataDir))) continue;
      throw explain(error, point);
    }
  }
}

function explain(error: EmbeddedPostgresError, point: RestorePoint): Error {
  if (!('archive' in point) || !/ended before configured recovery target/.test(error.message)) return error;
  const last = /last completed transaction was at log time ([\d-]+ [\d:.]+\+\d+)/.exec(error.message)?.[1];
  return new Error(
    `The WAL archive in ${point.archive} ends before ${point.to}${last ? `: its last transaction was at ${last}` : ''}. ` +
      'Choose an earlier time, or use "--to latest" to restore everything in the archive.',
    { cause: error },
  );
}

async function resetRecoverySettings(server: EmbeddedPostgres): Promise<void> {
  const client = new Client(server.connectionTo('postgres'));
  await client.connect();
  try {
    for (const setting of recoverySettings) await client.query(`alter system reset ${setting}`);
  } finally {
    await client.end();
  }
}
