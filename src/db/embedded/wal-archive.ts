// WAL archive of the embedded server: a directory that every full WAL segment is copied to, for point-in-time recovery.
// Its path is stored in the data directory: every process that starts the server, including commands, continues
// archiving, because a gap would end the recoverable range.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { ServerPaths } from './server-paths.ts';
import { canAccess, chownToServerUser } from './server-user.ts';

export interface WalArchive {
  readonly folder: string;
  /** Assigned when the archive is created. A restored data directory has none and needs another archive. */
  readonly id: string;
}

/**
 * archive_timeout: a segment is archived after this time even if it is not full. Bounds the data loss if the disk is
 * lost.
 */
const TIMEOUT_SECONDS = 60;
const MARKER = 'archive.json';

export function readWalArchive({ dataDir }: Pick<ServerPaths, 'dataDir'>): WalArchive | null {
  return readJson(settingFile(dataDir));
}

/**
 * Archives to this directory from the next server start on; null stops archiving. Requires the lock of the data
 * directory.
 */
export function setWalArchive(paths: ServerPaths, wanted: string | null): void {
  if (wanted === null) {
    rmSync(settingFile(paths.dataDir), { force: true });
    return;
  }
  const folder = resolve(wanted);
  const current = readWalArchive(paths);
  prepareFolder(paths, folder);
  const marker = readJson(join(folder, MARKER));
  const id = current?.folder === folder ? current.id : (marker?.id ?? randomBytes(12).toString('hex'));
  if (marker ? marker.id !== current?.id : readdirSync(folder).length > 0) throw foreignArchive(folder);
  const text = `${JSON.stringify({ folder, id })}\n`;
  if (!marker) writeFileSync(join(folder, MARKER), text, { mode: 0o600 });
  writeFileSync(settingFile(paths.dataDir), text, { mode: 0o600 });
}

/** Whether this setting requires a restart of the server. */
export function isWalArchiveChange(paths: ServerPaths, wanted: string | null): boolean {
  return (readWalArchive(paths)?.folder ?? null) !== (wanted === null ? null : resolve(wanted));
}

/** Server settings for the configured archive. */
export function archiveSettings(paths: ServerPaths): Readonly<Record<string, string>> {
  const archive = readWalArchive(paths);
  if (!archive) return {};
  return {
    archive_mode: 'on',
    archive_command: archiveCommand(archive.folder),
    archive_timeout: String(TIMEOUT_SECONDS),
  };
}

/**
 * Compressed, because a segment always has 16 MB. Put in place by rename. An existing file is accepted if its content
 * is equal: that happens if the server was killed before it recorded the segment as archived.
 */
function archiveCommand(folder: string): string {
  const [file, draft] = [quoted(`${folder}/%f.gz`), quoted(`${folder}/.%f.draft`)];
  return (
    `if test -f ${file}; then gzip -dc ${file} | cmp -s - "%p"; ` +
    `else gzip -c "%p" > ${draft} && { sync ${draft} || sync; } && mv ${draft} ${file}; fi`
  );
}

export function restoreCommand(folder: string): string {
  return `gzip -dc ${quoted(`${folder}/%f.gz`)} > "%p"`;
}

/** Quotes a path for the shell. The server replaces %p and %f by names, and %% by %. */
function quoted(path: string): string {
  const end = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, end), path.slice(end)] as const;
  return `'${folder.replaceAll('%', '%%').replaceAll("'", String.raw`'\''`)}${name}'`;
}

function prepareFolder(paths: ServerPaths, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  if (readdirSync(folder).length === 0) chownToServerUser(folder, paths.user);
  if (canAccess(folder, paths.user)) return;
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL server (uid ${paths.user.uid}) cannot access WAL_ARCHIVE_DIR, which is ${folder}.`,
    { todo: 'Use a directory that it owns, or an empty one, whose parents all users can access.' },
  );
}

function foreignArchive(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `WAL_ARCHIVE_DIR is ${folder}, which contains other files: the archive of another installation, or of this one before it was restored or archiving was turned off.`,
    { todo: 'Use an empty directory; keep the old one as long as the backups that need it.' },
  );
}

function settingFile(dataDir: string): string {
  return join(dataDir, 'wal-archive.json');
}

function readJson(path: string): WalArchive | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as WalArchive) : null;
}
