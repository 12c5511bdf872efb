// Operations on the shared server: join, repair, leave. Each holds the lock of the data directory, so that no process
// stops a server that another process is joining, and only one starts it.
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT } from '../../lib/exit-error.ts';
import { isFileSystemFull } from '../../lib/full-disk.ts';
import { ensureCluster, requireCluster } from './cluster.ts';
import { LockTimeoutError, withDataDirectoryLock } from './data-directory-lock.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { EmbeddedPostgresLog } from './embedded-postgres-log.ts';
import { ensureRunning } from './ensure-running.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import {
  isLastToLeave,
  othersAreRegistered,
  type Registration,
  registerAsServer,
  unregister,
} from './process-registry.ts';
import { type PreparedServer, removeSocketFolder, type ServerPaths } from './server-paths.ts';
import { sendSignal, stopPostmaster } from './stop-postmaster.ts';
import { isWalArchiveChange, setWalArchive } from './wal-archive.ts';

/** Longer than a start may take, including crash recovery. */
const JOIN_WAIT_MS = 150_000;
/** A process that holds the lock longer is starting the server for itself, and will also stop it. */
const LEAVE_WAIT_MS = 5_000;
/** Long enough for the joined processes to notice that the socket is gone and to restart the server. */
const SOCKET_WAIT_MS = 4_000;
const SOCKET_POLL_MS = 250;

/** `walArchive`: directory of the WAL archive from now on, null to stop archiving; undefined leaves it unchanged. */
export async function joinServer(
  paths: PreparedServer,
  registration: Registration,
  walArchive: string | null | undefined,
): Promise<Postmaster> {
  const deadline = Date.now() + SOCKET_WAIT_MS;
  for (;;) {
    const postmaster = await locked(paths, async () => {
      await ensureCluster(paths);
      const isAlone = !(await othersAreRegistered(paths.usersFolder, registration));
      if (walArchive !== undefined) await archiveTo(paths, walArchive, isAlone);
      return ensureRunning(paths, isAlone);
    });
    if (postmaster) return postmaster;
    if (Date.now() > deadline) throw socketNotVisible(paths);
    await sleep(SOCKET_POLL_MS);
  }
}

/** archive_mode takes effect at server start only. */
async function archiveTo(paths: PreparedServer, wanted: string | null, isAlone: boolean): Promise<void> {
  if (isWalArchiveChange(paths, wanted)) {
    const running = findPostmaster(paths);
    if (running && !isAlone)
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL server in ${paths.dataDir} is used by other processes, with a different WAL_ARCHIVE_DIR.`,
        {
          todo: 'Start this process with their WAL_ARCHIVE_DIR, or stop them first: a change requires a restart of the server.',
        },
      );
    if (running) await stopPostmaster(running);
  }
  setWalArchive(paths, wanted);
}

/** Never creates a new cluster: an empty database would hide that the old one was removed. */
export async function repairServer(paths: PreparedServer): Promise<void> {
  requireCluster(paths);
  await locked(paths, () => ensureRunning(paths, true));
}

export async function leaveServer(
  paths: ServerPaths,
  registration: Registration,
  log: EmbeddedPostgresLog,
): Promise<void> {
  try {
    await withDataDirectoryLock(paths.usersFolder, LEAVE_WAIT_MS, async () => {
      await unregister(registration);
      if (!(await othersAreRegistered(paths.usersFolder))) await stopServer(paths, log);
    });
  } catch (error) {
    await leaveWithoutLock(paths, registration, log, error);
  }
}

/** A full disk prevents locking, also for processes that join: the last one may stop the server without the lock. */
async function leaveWithoutLock(
  paths: ServerPaths,
  registration: Registration,
  log: EmbeddedPostgresLog,
  error: unknown,
): Promise<void> {
  try {
    await unregister(registration);
    if (isFileSystemFull(error) && !(await othersAreRegistered(paths.usersFolder))) {
      await stopServer(paths, log);
      return;
    }
    log.warn({ dataDir: paths.dataDir, err: error }, 'left embedded PostgreSQL without stopping it');
  } catch (cause) {
    log.warn({ dataDir: paths.dataDir, err: cause }, 'left embedded PostgreSQL without stopping it');
  }
}

/**
 * For a process that exits without leaving, after an unexpected error: the last one asks the server to shut down and
 * cannot wait for it. Never throws.
 */
export function leaveServerOnExit(paths: ServerPaths, registration: Registration): void {
  try {
    const postmaster = isLastToLeave(paths.usersFolder, registration) && findPostmaster(paths);
    if (postmaster) sendSignal(postmaster.pid, 'SIGINT');
  } catch {
    // The data directory was removed.
  }
}

/** Returns the environments that no other process serves over the data directory. */
export function joinAsServer(
  paths: ServerPaths,
  registration: Registration,
  environments: readonly string[],
): Promise<string[]> {
  return locked(paths, () => registerAsServer(paths.usersFolder, registration, environments));
}

async function stopServer(paths: ServerPaths, log: EmbeddedPostgresLog): Promise<void> {
  const postmaster = findPostmaster(paths);
  if (!postmaster) return;
  const details = { dataDir: paths.dataDir, pid: postmaster.pid };
  if (!(await stopPostmaster(postmaster))) {
    log.warn(details, 'embedded PostgreSQL did not stop in time');
    return;
  }
  await removeSocketFolder(postmaster.socketFolder);
  log.info(details, 'embedded PostgreSQL stopped');
}

async function locked<T>(paths: ServerPaths, action: () => Promise<T>): Promise<T> {
  try {
    return await withDataDirectoryLock(paths.usersFolder, JOIN_WAIT_MS, action);
  } catch (error) {
    if (!(error instanceof LockTimeoutError)) throw error;
    throw new EmbeddedPostgresError(
      `Another Waybill process (pid ${error.holderPid}) has been starting or stopping the embedded PostgreSQL server in ${paths.dataDir} for more than ${JOIN_WAIT_MS / 1000} seconds.`,
      {
        todo: 'Find out what it is waiting for, or stop it, and start again.',
        cause: error,
        exitCode: EXIT.unavailable,
      },
    );
  }
}

function socketNotVisible(paths: ServerPaths): EmbeddedPostgresError {
  const postmaster = findPostmaster(paths);
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL server in ${paths.dataDir} is used by another process, but its socket in ${postmaster?.socketFolder} is not visible to this process.`,
    {
      todo: 'If that process is a systemd service with PrivateTmp, disable PrivateTmp.',
    },
  );
}
