// The archive of the embedded server's write-ahead log: a folder that every full segment is copied to, so that a backup can
// be carried on to any later moment. Which folder it is stands in the data folder: whoever starts the server next, a
// command for instance, goes on archiving, for a gap would end what can be restored.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { ServerPlace } from './server-paths.ts';
import { canReach, handOver } from './server-user.ts';

export interface WalArchive {
  readonly folder: string;
  /** Given when the archive was begun. A restored data folder has none: what it writes belongs into another archive. */
  readonly id: string;
}

/** A segment is archived after this time even if it is not full: how much a lost disk can cost. */
const TIMEOUT_SECONDS = 60;
const MARKER = 'archive.json';

export function readWalArchive({ dataDir }: Pick<ServerPlace, 'dataDir'>): WalArchive | null {
  return readJson(noteFile(dataDir));
}

/** Archives to this folder from the next start of the server on; null ends it. Under the data folder's lock. */
export function keepWalArchive(place: ServerPlace, wanted: string | null): void {
  if (wanted === null) {
    rmSync(noteFile(place.dataDir), { force: true });
    return;
  }
  const folder = resolve(wanted);
  const kept = readWalArchive(place);
  prepareFolder(place, folder);
  const marker = readJson(join(folder, MARKER));
  const id = kept?.folder === folder ? kept.id : (marker?.id ?? randomBytes(12).toString('hex'));
  if (marker ? marker.id !== kept?.id : readdirSync(folder).length > 0) throw notOurs(folder);
  const text = `${JSON.stringify({ folder, id })}\n`;
  if (!marker) writeFileSync(join(folder, MARKER), text, { mode: 0o600 });
  writeFileSync(noteFile(place.dataDir), text, { mode: 0o600 });
}

/** Whether the server must be started anew for this. */
export function changesWalArchive(place: ServerPlace, wanted: string | null): boolean {
  return (readWalArchive(place)?.folder ?? null) !== (wanted === null ? null : resolve(wanted));
}

/** What the server is started with. */
export function archiveSettings(place: ServerPlace): Readonly<Record<string, string>> {
  const archive = readWalArchive(place);
  if (!archive) return {};
  return {
    archive_mode: 'on',
    archive_command: archiveCommand(archive.folder),
    archive_timeout: String(TIMEOUT_SECONDS),
  };
}

/**
 * Packed, because a segment has 16 MB however little is in it. Put in place whole; one that is there already is fine if it
 * is the same, which it is when the server was killed before it could note that the segment is archived.
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

/** For the shell; the server replaces % and a letter by a name, and %% by %. */
function quoted(path: string): string {
  const end = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, end), path.slice(end)] as const;
  return `'${folder.replaceAll('%', '%%').replaceAll("'", String.raw`'\''`)}${name}'`;
}

function prepareFolder(place: ServerPlace, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  if (readdirSync(folder).length === 0) handOver(folder, place.user);
  if (canReach(folder, place.user)) return;
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL server (uid ${place.user.uid}) may not enter ${folder}, which WAL_ARCHIVE_DIR names.`,
    { todo: 'Name a folder that it owns, or an empty one, whose parents all users may enter.' },
  );
}

function notOurs(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `WAL_ARCHIVE_DIR names ${folder}, which holds something else: the archive of another installation, or of this one before it was restored or archiving was switched off.`,
    { todo: 'Name an empty folder; keep the old one for as long as the backups that go with it.' },
  );
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'wal-archive.json');
}

function readJson(path: string): WalArchive | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as WalArchive) : null;
}
