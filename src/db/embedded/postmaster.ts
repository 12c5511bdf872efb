// The postmaster process of a data directory: whether it runs, whether it belongs to this cluster, and its status.
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StillRecoveringError } from './embedded-postgres-error.ts';
import { processCommand, processStartTime } from './process-identity.ts';
import { lastLogLines } from './server-log.ts';
import { type ServerPaths, socketFile } from './server-paths.ts';

export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly status: 'starting' | 'ready' | 'stopping';
}

const POLL_MS = 10;
/** Crash recovery of a large database may take minutes; it continues after this timeout. */
const READY_LIMIT_MS = 120_000;

/** The running server of this data directory; null if there is none. */
export function findPostmaster(paths: ServerPaths): Postmaster | null {
  const postmaster = readPidFile(paths);
  return postmaster && isOurs(postmaster.pid, paths) ? postmaster : null;
}

export function isReachable(postmaster: Postmaster): boolean {
  return existsSync(socketFile(postmaster.socketFolder));
}

/** Waits until the server accepts connections; null if it has ended or is shutting down. */
export async function waitUntilReady(
  paths: ServerPaths,
  hasEnded: () => boolean,
): Promise<Postmaster | null> {
  const deadline = Date.now() + READY_LIMIT_MS;
  while (Date.now() < deadline) {
    if (hasEnded()) return null;
    const postmaster = findPostmaster(paths);
    if (postmaster?.status === 'ready') return postmaster;
    if (postmaster?.status === 'stopping') return null;
    await sleep(POLL_MS);
  }
  throw new StillRecoveringError(
    `The embedded PostgreSQL server in ${paths.dataDir} is not ready after ${READY_LIMIT_MS / 1000} seconds. It may still be recovering from a crash.`,
    { log: lastLogLines(paths, 0), todo: 'Leave it running and start Waybill again later.' },
  );
}

export function pidFile(paths: ServerPaths): string {
  return join(paths.clusterFolder, 'postmaster.pid');
}

function readPidFile(paths: ServerPaths): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(paths), 'utf8').split('\n');
  } catch {
    return null;
  }
  // Lines, written one after another: pid, data directory, start time, port, socket directory, address, shared memory,
  // status.
  const pid = Number(lines[0]);
  const status = lines[7]?.trim();
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return {
    pid,
    socketFolder: lines[4] || paths.socketFolder,
    status: status === 'ready' || status === 'stopping' ? status : 'starting',
  };
}

/**
 * Whether this pid is the server of this data directory. The pid file of a killed server remains, and its pid may
 * have been reused by another program.
 */
function isOurs(pid: number, paths: ServerPaths): boolean {
  if (process.platform === 'linux') {
    if (processStartTime(pid) === null) return false;
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === paths.clusterFolder;
    } catch {
      // Root in a container may not read `/proc/<pid>/cwd` of other users' processes. Then the command line decides,
      // which all users may read.
    }
  }
  return processCommand(pid)?.split(' ').includes(`cluster_name=${paths.name}`) ?? false;
}
