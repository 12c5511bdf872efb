// Starts the postmaster and waits until it accepts connections.
//
// Replaces pg_ctl, which polls ten times a second instead of a hundred times and leaves the server without a parent: a
// dead server could then stay a zombie, which PostgreSQL takes for a running server.
import type { ChildProcess } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, type ExitCode } from '../../lib/exit-error.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type Postmaster, pidFile, waitUntilReady } from './postmaster.ts';
import { processCommand } from './process-identity.ts';
import { lastLogLines, removeOldLogs, withStartLog } from './server-log.ts';
import {
  PORT,
  type PreparedServer,
  removeSocketFolder,
  type ServerPaths,
  securePrivateFolder,
  socketFile,
} from './server-paths.ts';
import { explainSpawnError, pathFromInside, startProgram } from './server-process.ts';
import { sendSignal } from './stop-postmaster.ts';
import { archiveSettings } from './wal-archive.ts';

/** After a kill, backends of the old server may remain for a moment. */
const RETRY_LIMIT_MS = 10_000;
const RETRY_PAUSE_MS = 100;
const STILL_IN_USE = /still in use|lock file .* already exists/;

/**
 * Before recovery, PostgreSQL brings the whole data directory to the disk. One call for the file system instead of one for
 * each of about 2,000 files: on a busy disk a repair takes 0.6 s instead of 4 s. Linux before 5.8 reports no write errors
 * to the caller of syncfs.
 */
const SYNC_METHOD = process.platform === 'linux' ? 'syncfs' : 'fsync';

/** Requires the lock of the data directory, and that no server is running. */
export async function startPostmaster(paths: PreparedServer): Promise<Postmaster> {
  securePrivateFolder(paths.socketFolder, paths.user);
  removeStaleFiles(paths);
  removeOldLogs(paths);
  try {
    return await startWithRetries(paths);
  } catch (error) {
    await removeSocketFolder(paths.socketFolder);
    throw error;
  }
}

async function startWithRetries(paths: PreparedServer): Promise<Postmaster> {
  const deadline = Date.now() + RETRY_LIMIT_MS;
  for (;;) {
    const startedAtMs = Date.now();
    const started = await tryToStart(paths);
    if (started) return started;
    const log = lastLogLines(paths, startedAtMs);
    if (!STILL_IN_USE.test(log) || Date.now() > deadline) throw cannotStart(paths, log);
    stopOrphanedBackends(paths);
    await sleep(RETRY_PAUSE_MS);
  }
}

async function tryToStart(paths: PreparedServer): Promise<Postmaster | null> {
  const child = withStartLog(paths, (log) => spawnPostmaster(paths, log));
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = explainSpawnError(error, paths.binaries.postgres);
  });
  child.unref();
  paths.whileStarting?.();
  const ready = await waitUntilReady(paths, () => failure !== undefined || hasExited(child));
  if (failure) throw failure;
  return ready;
}

function spawnPostmaster(paths: PreparedServer, log: number): ChildProcess {
  const { clusterFolder, user, binaries } = paths;
  const settings = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: paths.socketFolder,
    unix_socket_permissions: '0700',
    fsync: 'on',
    recovery_init_sync_method: SYNC_METHOD,
    cluster_name: paths.name,
    ...archiveSettings(paths),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return startProgram(binaries.postgres, ['-D', pathFromInside(clusterFolder, user), ...args], {
    folder: clusterFolder,
    user,
    // A separate session: Ctrl+C in the terminal must not reach the server, which Waybill stops itself.
    detached: true,
    stdio: ['ignore', log, log],
  });
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * PostgreSQL refuses to start while the pid in one of these files belongs to any live process of its user, or to a
 * zombie. It detects remaining backends of an earlier server by their shared memory, without these files.
 */
function removeStaleFiles(paths: ServerPaths): void {
  const socket = socketFile(paths.socketFolder);
  for (const file of [pidFile(paths), socket, `${socket}.lock`]) rmSync(file, { force: true });
}

/** Ends backends of a killed server that are busy with a query and have not noticed. They can no longer commit. */
function stopOrphanedBackends(paths: ServerPaths): void {
  if (process.platform !== 'linux') return;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const pid of pids.map(Number)) {
    if (processCommand(pid)?.startsWith(`postgres: ${paths.name}: `)) sendSignal(pid, 'SIGQUIT');
  }
}

function cannotStart(paths: ServerPaths, log: string): EmbeddedPostgresError {
  const [, todo, exitCode] = HINTS.find(([pattern]) => pattern.test(log)) ?? [];
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL server could not start. Its data directory is ${paths.dataDir}.`,
    {
      log,
      todo: todo ?? 'Fix the error in the log and start again.',
      exitCode: exitCode ?? EXIT.failure,
    },
  );
}

const HINTS: [RegExp, string, ExitCode][] = [
  [/No space left on device/i, 'The disk is full: free some space and start again.', EXIT.unavailable],
  [
    STILL_IN_USE,
    'Processes of an earlier server still use the data directory: stop them, or restart the machine.',
    EXIT.unavailable,
  ],
  [
    /Permission denied|wrong ownership|invalid permissions|Operation not permitted/i,
    'Files in the data directory have the wrong owner or mode: change the owner to the user of the server.',
    EXIT.configuration,
  ],
  [
    /shared memory|Cannot allocate memory/i,
    'The system has too little memory: free some, or lower shared_buffers in postgresql.conf.',
    EXIT.unavailable,
  ],
  [
    /checkpoint record|could not locate|PANIC|invalid data in file|checksum/i,
    'The database files are damaged: restore the data directory from a backup.',
    EXIT.configuration,
  ],
];
