// Selects the files of a PostgreSQL data directory that belong in a base backup, as the PostgreSQL manual prescribes.
// Excludes runtime files, files recreated at start, and server logs; WAL segments are copied separately.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Directories that must exist but are backed up empty. */
const backedUpEmpty = new Set([
  'log',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);

const excludedFiles = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'backup_manifest',
  'current_logfiles',
  'standby.signal',
  'recovery.signal',
]);

/** Temporary files and relations, and the relation cache, which may be stale. */
const temporaryPattern = /^(?:pgsql_tmp.*|pg_internal\.init.*|t\d+_\d+(?:_\w+)?(?:\.\d+)?)$/;

export interface ClusterFiles {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

export async function listClusterFiles(clusterFolder: string): Promise<ClusterFiles> {
  const found: { folders: string[]; files: string[] } = { folders: [], files: [] };
  await walk(clusterFolder, '', found);
  found.folders.push('pg_wal/archive_status', 'pg_wal/summaries');
  return found;
}

async function walk(
  clusterFolder: string,
  directory: string,
  found: { folders: string[]; files: string[] },
): Promise<void> {
  const entries = await readdir(join(clusterFolder, directory), { withFileTypes: true });
  for (const entry of entries) {
    const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
    if (temporaryPattern.test(entry.name) || (directory === '' && excludedFiles.has(entry.name))) continue;
    if (entry.isDirectory()) {
      found.folders.push(path);
      if (directory !== '' || !backedUpEmpty.has(entry.name)) await walk(clusterFolder, path, found);
    } else if (entry.isFile()) {
      found.files.push(path);
    } else {
      throw new Error(
        `${join(clusterFolder, path)} is neither a file nor a directory. Waybill cannot back up a data directory with tablespaces; use pg_basebackup.`,
      );
    }
  }
}
