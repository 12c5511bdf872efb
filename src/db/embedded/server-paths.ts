// Paths and user of one embedded server, derived from the data directory.
import { createHash } from 'node:crypto';
import { accessSync, chownSync, constants, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fullDiskError, isFileSystemFull } from '../../lib/full-disk.ts';
import type { Binaries } from './binaries.ts';
import { codeOf, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { canAccess, chooseServerUser, chownToServerUser, type ServerUser } from './server-user.ts';

export interface ServerPaths {
  readonly dataDir: string;
  /** PostgreSQL's own data directory. */
  readonly clusterFolder: string;
  /** Lock files and registry of the processes that use the server. */
  readonly usersFolder: string;
  /** Derived from the path of the data directory; names the socket directory and identifies the server's processes. */
  readonly name: string;
  readonly socketFolder: string;
  readonly user: ServerUser;
}

export type PreparedServer = ServerPaths & {
  readonly binaries: Binaries;
  /** When aborted, the creation of a new cluster is cancelled. */
  readonly stopping?: AbortSignal | undefined;
  /** Called when initdb or the server has just been started. */
  readonly whileStarting?: (() => void) | undefined;
};

export const PORT = 5432;
/** A socket path must fit into 108 bytes on Linux and 104 on macOS, including the terminating zero. */
const SOCKET_PATH_LIMIT_BYTES = 103;

export function openServerPaths(givenDataDir: string): ServerPaths {
  const dataDir = createDataDir(givenDataDir);
  const clusterFolder = join(dataDir, 'postgres');
  const usersFolder = join(dataDir, 'postgres-users');
  const user = chooseServerUser(dataDir, clusterFolder);
  refuseForeignCluster(clusterFolder, user);
  createUsersFolder(usersFolder, dataDir);
  const name = `waybill-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  return {
    dataDir,
    clusterFolder,
    usersFolder,
    name,
    socketFolder: join(socketBase(name, user), name),
    user,
  };
}

export function socketFile(socketFolder: string): string {
  return join(socketFolder, `.s.PGSQL.${PORT}`);
}

/** Ensures that only the server's user can write to the directory, so that no other user can place a socket there. */
export function securePrivateFolder(folder: string, user: ServerUser): void {
  createFolder(folder);
  const created = lstatSync(folder);
  if (created.isDirectory() && created.uid === process.getuid?.()) chownToServerUser(folder, user);
  const { uid, mode } = lstatSync(folder);
  if (created.isDirectory() && uid === user.uid && (mode & 0o077) === 0) return;
  throw new EmbeddedPostgresError(
    `The socket directory ${folder} of the embedded PostgreSQL server must be a private directory of the server's user (uid ${user.uid}), but it belongs to uid ${uid} and has mode ${(mode & 0o777).toString(8)}.`,
    { todo: 'Remove it and start again.' },
  );
}

/** Cleanup only: ignores a directory that is in use or already removed. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}

function createDataDir(path: string): string {
  try {
    createFolders(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (cause) {
    if (isFileSystemFull(cause)) throw fullDiskError(path, cause);
    throw new EmbeddedPostgresError(`The data directory ${path} cannot be used: ${reason(cause)}.`, {
      todo: 'Make it writable for the user that runs Waybill, or set DATA_DIR to another directory.',
      cause,
    });
  }
}

/**
 * Not `recursive`: Node loops forever if a directory exists but refuses to create entries with ENOENT, as /proc does.
 */
function createFolders(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) createFolders(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function refuseForeignCluster(clusterFolder: string, user: ServerUser): void {
  const stats = statSync(clusterFolder, { throwIfNoEntry: false });
  if (!stats || user.switched || stats.uid === user.uid) return;
  throw new EmbeddedPostgresError(
    `The database in ${clusterFolder} belongs to another user (uid ${stats.uid}; Waybill runs as uid ${user.uid}).`,
    { todo: 'Start Waybill as that user or as root, or set DATA_DIR to another directory.' },
  );
}

function createUsersFolder(usersFolder: string, dataDir: string): void {
  const created = createFolder(usersFolder);
  // If root creates it first, the owner of the data directory must still be able to join later.
  const { uid, gid } = statSync(dataDir);
  if (created && process.getuid?.() === 0) chownSync(usersFolder, uid, gid);
}

function createFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * /tmp before $TMPDIR: all processes must choose the same directory, and $TMPDIR often belongs to one session and is
 * removed with it.
 */
function socketBase(name: string, user: ServerUser): string {
  const usable = ['/tmp', tmpdir()].find(
    (base) =>
      Buffer.byteLength(socketFile(join(base, name))) <= SOCKET_PATH_LIMIT_BYTES && isOpenFolder(base, user),
  );
  if (usable) return usable;
  throw new EmbeddedPostgresError(
    `Neither /tmp nor ${tmpdir()} can hold the embedded PostgreSQL server's socket: the path would be too long, or the directory cannot be used.`,
    { todo: 'Set TMPDIR to a short path that can be written to.' },
  );
}

function isOpenFolder(folder: string, user: ServerUser): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return canAccess(folder, user);
  } catch {
    return false;
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
