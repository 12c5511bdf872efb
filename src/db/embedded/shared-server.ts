// What a process does to the server it shares with others: join, repair, leave. Each under the data folder's lock, so
// that nobody stops a server that somebody is just joining, and no two start it at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCluster, refuseMissingCluster } from './cluster.ts';
import { LockTimeoutError, withDataFolderLock } from './data-directory-lock.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { EmbeddedPostgresLog } from './embedded-postgres-log.ts';
import { runServer } from './ensure-running.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { othersAreRegistered, type Registration, unregister } from './process-registry.ts';
import { type ReadyPlace, removeSocketFolder, type ServerPlace } from './server-paths.ts';
import { stopPostmaster } from './stop-postmaster.ts';
import { changesWalArchive, keepWalArchive } from './wal-archive.ts';

/** Longer than a start may take, crash recovery included. */
const JOIN_WAIT_MS = 150_000;
/** Whoever holds the lock for longer is starting the server for itself, and will also stop it. */
const LEAVE_WAIT_MS = 5_000;
/** Long enough for the processes that use the server to see that its socket is gone, and to start it again. */
const SOCKET_WAIT_MS = 4_000;
const SOCKET_POLL_MS = 250;

/** `walArchive`: where to archive to from now on, null for nowhere; undefined leaves it as it is. */
export async function joinServer(
  place: ReadyPlace,
  registration: Registration,
  walArchive: string | null | undefined,
): Promise<Postmaster> {
  const deadline = Date.now() + SOCKET_WAIT_MS;
  for (;;) {
    const postmaster = await locked(place, async () => {
      await ensureCluster(place);
      const isAlone = !(await othersAreRegistered(place.usersFolder, registration));
      if (walArchive !== undefined) await archiveTo(place, walArchive, isAlone);
      return runServer(place, isAlone);
    });
    if (postmaster) return postmaster;
    if (Date.now() > deadline) throw socketNotVisible(place);
    await sleep(SOCKET_POLL_MS);
  }
}

/** The server reads at its start whether it archives. */
async function archiveTo(place: ReadyPlace, wanted: string | null, isAlone: boolean): Promise<void> {
  if (changesWalArchive(place, wanted)) {
    const running = findPostmaster(place);
    if (running && !isAlone)
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL server in ${place.dataDir} runs for other processes, with another WAL_ARCHIVE_DIR.`,
        { todo: 'Start this process with theirs, or stop them all first: the server is then started anew.' },
      );
    if (running) await stopPostmaster(running);
  }
  keepWalArchive(place, wanted);
}

/** Never makes a new database: where the old one was taken away from under us, an empty one would hide that. */
export async function repairServer(place: ReadyPlace): Promise<void> {
  refuseMissingCluster(place);
  await locked(place, () => runServer(place, true));
}

export async function leaveServer(
  place: ServerPlace,
  registration: Registration,
  log: EmbeddedPostgresLog,
): Promise<void> {
  try {
    await withDataFolderLock(place.usersFolder, LEAVE_WAIT_MS, async () => {
      await unregister(registration);
      if (!(await othersAreRegistered(place.usersFolder))) await stopServer(place, log);
    });
  } catch (error) {
    log.warn({ dataDir: place.dataDir, err: error }, 'Left embedded PostgreSQL without stopping it');
  } finally {
    await unregister(registration);
  }
}

async function stopServer(place: ServerPlace, log: EmbeddedPostgresLog): Promise<void> {
  const postmaster = findPostmaster(place);
  if (!postmaster) return;
  const details = { dataDir: place.dataDir, pid: postmaster.pid };
  if (!(await stopPostmaster(postmaster))) {
    log.warn(details, 'Embedded PostgreSQL did not stop in time');
    return;
  }
  await removeSocketFolder(postmaster.socketFolder);
  log.info(details, 'Embedded PostgreSQL stopped');
}

async function locked<T>(place: ServerPlace, action: () => Promise<T>): Promise<T> {
  try {
    return await withDataFolderLock(place.usersFolder, JOIN_WAIT_MS, action);
  } catch (error) {
    if (!(error instanceof LockTimeoutError)) throw error;
    throw new EmbeddedPostgresError(
      `Another Waybill process (pid ${error.holderPid}) has been starting or stopping the embedded PostgreSQL server in ${place.dataDir} for more than ${JOIN_WAIT_MS / 1000} seconds.`,
      { todo: 'See what it is waiting for, or end it, and start again.', cause: error },
    );
  }
}

function socketNotVisible(place: ServerPlace): EmbeddedPostgresError {
  const postmaster = findPostmaster(place);
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL server in ${place.dataDir} runs for another process, but its socket in ${postmaster?.socketFolder} cannot be seen from here.`,
    {
      todo: 'If that process is a service with a temporary folder of its own (PrivateTmp), switch that off.',
    },
  );
}
