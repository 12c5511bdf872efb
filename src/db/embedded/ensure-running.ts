// Ensures that the server of a data directory accepts connections, whatever state it is found in.
import { EXIT } from '../../lib/exit-error.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostmaster, isReachable, type Postmaster, waitUntilReady } from './postmaster.ts';
import { type PreparedServer, securePrivateFolder } from './server-paths.ts';
import { startPostmaster } from './start-postmaster.ts';
import { stopPostmaster } from './stop-postmaster.ts';

/**
 * Requires the lock of the data directory. Returns null if the server runs well for other processes, its socket is not
 * visible to this process, and `mayRestart` forbids a restart.
 */
export async function ensureRunning(paths: PreparedServer, mayRestart: boolean): Promise<Postmaster | null> {
  const running = await findReadyPostmaster(paths);
  if (running && isReachable(running)) {
    securePrivateFolder(running.socketFolder, paths.user);
    return running;
  }
  if (running && !mayRestart) return null;
  await endHalfDeadServer(paths);
  return startPostmaster(paths);
}

async function findReadyPostmaster(paths: PreparedServer): Promise<Postmaster | null> {
  return findPostmaster(paths) && waitUntilReady(paths, () => findPostmaster(paths) === null);
}

/** Stops a server that is shutting down or has lost its socket. */
async function endHalfDeadServer(paths: PreparedServer): Promise<void> {
  const postmaster = findPostmaster(paths);
  if (!postmaster || (await stopPostmaster(postmaster))) return;
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL server in ${paths.dataDir} (pid ${postmaster.pid}) accepts no connections and does not stop.`,
    {
      todo: `Stop it with "kill -9 ${postmaster.pid}" and start again.`,
      exitCode: EXIT.unavailable,
    },
  );
}
