// Embedded PostgreSQL: one server per data directory, shared by all processes that join it. The first process starts
// it, the last one stops it, and every joined process supervises it.
import { EXIT } from '../../lib/exit-error.ts';
import { isFileSystemFull } from '../../lib/full-disk.ts';
import { findBinariesPackage, prepareBinaries } from './binaries.ts';
import { hasCluster, requireFreeSpace, SUPERUSER } from './cluster.ts';
import {
  EmbeddedPostgresError,
  explainSystemError,
  StillRecoveringError,
} from './embedded-postgres-error.ts';
import type { EmbeddedPostgresLog } from './embedded-postgres-log.ts';
import { ensureDatabase } from './ensure-database.ts';
import { type Registration, register, unregister, usersOnOtherHosts } from './process-registry.ts';
import { openServerPaths, PORT, type PreparedServer, type ServerPaths } from './server-paths.ts';
import { joinAsServer, joinServer, leaveServer, leaveServerOnExit, repairServer } from './shared-server.ts';
import { superviseServer } from './supervise-server.ts';
import { readWalArchive } from './wal-archive.ts';

export interface EmbeddedPostgres {
  /** PostgreSQL's own data directory. */
  readonly clusterFolder: string;
  /** Directory of the WAL archive; null if archiving is off. */
  readonly walArchive: string | null;
  /** `pg` options for one database. Stable for the lifetime of the data directory, across restarts of the server. */
  connectionTo(database: string): DatabaseAddress;
  /**
   * Creates the database if it does not exist, as a copy of `template` if given, which must have no connections. Safe when
   * several processes call it concurrently.
   */
  ensureDatabase(name: string, template?: string): Promise<void>;
  /** Registers the environments that this process serves over HTTP. Returns those that no other process serves. */
  joinAsServer(environments: readonly string[]): Promise<string[]>;
  /** Leaves the shared server; the last process to leave stops it. Never rejects; idempotent. */
  leave(): Promise<void>;
}

export interface DatabaseAddress {
  host: string;
  port: number;
  user: string;
  database: string;
  /** Explicit, so that a PGSSLMODE for another server does not apply to the socket. */
  ssl: false;
}

export async function joinEmbeddedPostgres(options: {
  dataDir: string;
  log: EmbeddedPostgresLog;
  /** Directory of the WAL archive from now on, null to stop archiving; undefined leaves it unchanged. */
  walArchive?: string | null | undefined;
  /** When aborted, the creation of a new cluster is cancelled. */
  stopping?: AbortSignal | undefined;
  /** Called each time when this process has just started initdb or the server, and would only wait for it. */
  whileStarting?: (() => void) | undefined;
}): Promise<EmbeddedPostgres> {
  const startedAtMs = Date.now();
  refuseWindows();
  const packageFolder = findBinariesPackage();
  const paths = openServerPaths(options.dataDir);
  const registration = await register(paths.usersFolder);
  // Also covers a start that fails: the server must not outlive the processes that use it.
  const onExit = () => leaveServerOnExit(paths, registration);
  process.on('exit', onExit);
  try {
    await refuseOtherHosts(paths);
    const binaries = await prepareBinaries({ packageFolder, dataDir: paths.dataDir, user: paths.user });
    const archivedTo = readWalArchive(paths)?.folder;
    const { stopping, whileStarting } = options;
    const ready = { ...paths, binaries, stopping, whileStarting };
    const { pid, socketFolder } = await joinServer(ready, registration, options.walArchive);
    const details = { dataDir: paths.dataDir, pid, durationMs: Date.now() - startedAtMs };
    options.log.info(details, 'joined embedded PostgreSQL');
    if (archivedTo && options.walArchive === null)
      options.log.warn({ archivedTo }, 'WAL archiving stopped: WAL_ARCHIVE_DIR is not set');
    // The running server may use another temporary directory; a restart by this process must keep its socket path.
    return membership({ ...paths, binaries, socketFolder }, registration, options.log, () =>
      process.off('exit', onExit),
    );
  } catch (error) {
    if (error instanceof StillRecoveringError) await unregister(registration);
    else await leaveServer(paths, registration, options.log);
    process.off('exit', onExit);
    // Even the lock could not be written.
    if (isFileSystemFull(error) && !hasCluster(paths)) requireFreeSpace(paths);
    throw explainSystemError(error, paths.dataDir);
  }
}

function membership(
  paths: PreparedServer,
  registration: Registration,
  log: EmbeddedPostgresLog,
  onLeft: () => void,
): EmbeddedPostgres {
  const supervision = superviseServer({ paths, log, repair: () => repairServer(paths) });
  const connectionTo = (database: string): DatabaseAddress => ({
    host: paths.socketFolder,
    port: PORT,
    user: SUPERUSER,
    database,
    ssl: false,
  });
  let leaving: Promise<void> | undefined;
  return {
    clusterFolder: paths.clusterFolder,
    walArchive: readWalArchive(paths)?.folder ?? null,
    connectionTo,
    ensureDatabase: (name, template) => ensureDatabase(connectionTo('postgres'), name, template),
    joinAsServer: (environments) => joinAsServer(paths, registration, environments),
    leave() {
      leaving ??= supervision
        .stop()
        .then(() => leaveServer(paths, registration, log))
        .finally(onLeft);
      return leaving;
    },
  };
}

function refuseWindows(): void {
  if (process.platform !== 'win32') return;
  throw new EmbeddedPostgresError('The embedded PostgreSQL server does not run on Windows.', {
    todo: 'Run Waybill under WSL 2.',
  });
}

/** Processes that cannot see each other's pids, as in two containers, would start two servers on the same files. */
async function refuseOtherHosts(paths: ServerPaths): Promise<void> {
  const others = await usersOnOtherHosts(paths.usersFolder);
  if (others.length === 0) return;
  throw new EmbeddedPostgresError(
    `The data directory ${paths.dataDir} is in use on another machine or in another container.`,
    {
      todo: 'Stop Waybill there first: only processes on one machine can share an embedded server.',
      exitCode: EXIT.unavailable,
    },
  );
}
