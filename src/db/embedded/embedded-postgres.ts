// Waybill's own PostgreSQL server, for those who bring none: one per data folder, shared by all processes that join it.
// The first to join starts it, the last to leave stops it, and every joined process watches that it lives.
import { findBinariesPackage, prepareBinaries } from './binaries.ts';
import { SUPERUSER } from './cluster.ts';
import { EmbeddedPostgresError, explainSystemError } from './embedded-postgres-error.ts';
import type { EmbeddedPostgresLog } from './embedded-postgres-log.ts';
import { ensureDatabase } from './ensure-database.ts';
import { type Registration, register, unregister, usersOnOtherHosts } from './process-registry.ts';
import { openServerPlace, PORT, type ReadyPlace, type ServerPlace } from './server-paths.ts';
import { joinServer, leaveServer, repairServer } from './shared-server.ts';
import { superviseServer } from './supervise-server.ts';
import { readWalArchive } from './wal-archive.ts';

export interface EmbeddedPostgres {
  /** PostgreSQL's own data directory. */
  readonly clusterFolder: string;
  /** Where its write-ahead log is archived. */
  readonly walArchive: string | null;
  /** Options for `pg` (Pool/Client) to reach one database. Stable for the life of the data folder, across restarts of the server. */
  connectionTo(database: string): DatabaseAddress;
  /** Creates the database if it is not there yet; safe when several processes do so at once. */
  ensureDatabase(name: string): Promise<void>;
  /** The last process to leave stops the server. Never fails, and may be called again. */
  leave(): Promise<void>;
}

export interface DatabaseAddress {
  host: string;
  port: number;
  user: string;
  database: string;
  /** Said outright, so that a PGSSLMODE meant for another server does not reach the socket. */
  ssl: false;
}

export async function joinEmbeddedPostgres(options: {
  dataDir: string;
  log: EmbeddedPostgresLog;
  /** Where the write-ahead log is archived from now on, null for nowhere; undefined leaves it as it is. */
  walArchive?: string | null | undefined;
  /** Aborted: the making of a new database is given up. */
  stopping?: AbortSignal | undefined;
}): Promise<EmbeddedPostgres> {
  const startedAtMs = Date.now();
  refuseWindows();
  const packageFolder = findBinariesPackage();
  const place = openServerPlace(options.dataDir);
  const registration = await register(place.usersFolder);
  try {
    await refuseOtherHosts(place);
    const binaries = await prepareBinaries({ packageFolder, dataDir: place.dataDir, user: place.user });
    const archivedTo = readWalArchive(place)?.folder;
    const { stopping } = options;
    const ready = { ...place, binaries, stopping };
    const { pid, socketFolder } = await joinServer(ready, registration, options.walArchive);
    const details = { dataDir: place.dataDir, pid, durationMs: Date.now() - startedAtMs };
    options.log.info(details, 'Joined embedded PostgreSQL');
    if (archivedTo && options.walArchive === null)
      options.log.warn({ archivedTo }, 'The log is no longer archived: WAL_ARCHIVE_DIR is not set');
    // The server may have been started where another temporary folder was in use: whoever restarts it keeps to that.
    return membership({ ...place, binaries, socketFolder }, registration, options.log);
  } catch (error) {
    await unregister(registration);
    throw explainSystemError(error, place.dataDir);
  }
}

function membership(
  place: ReadyPlace,
  registration: Registration,
  log: EmbeddedPostgresLog,
): EmbeddedPostgres {
  const supervision = superviseServer({ place, log, repair: () => repairServer(place) });
  const connectionTo = (database: string): DatabaseAddress => ({
    host: place.socketFolder,
    port: PORT,
    user: SUPERUSER,
    database,
    ssl: false,
  });
  let leaving: Promise<void> | undefined;
  return {
    clusterFolder: place.clusterFolder,
    walArchive: readWalArchive(place)?.folder ?? null,
    connectionTo,
    ensureDatabase: (name) => ensureDatabase(connectionTo('postgres'), name),
    leave() {
      leaving ??= supervision.stop().then(() => leaveServer(place, registration, log));
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
async function refuseOtherHosts(place: ServerPlace): Promise<void> {
  const others = await usersOnOtherHosts(place.usersFolder);
  if (others.length === 0) return;
  throw new EmbeddedPostgresError(
    `The data folder ${place.dataDir} is in use on another machine or in another container.`,
    { todo: 'Stop Waybill there first: only processes on one machine can share an embedded server.' },
  );
}
