// The databases of this installation, opened for a command: joins the embedded server or uses DATABASE_URL, creates and
// migrates the database of every environment, and loads the secret key.
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { EnvironmentName } from '../config/environment-name.ts';
import type { Config, EnvironmentConfig } from '../config.ts';
import { connectionFromUrl } from '../db/connection-options.ts';
import { type EmbeddedPostgres, joinEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import type { ConnectionOptions } from '../db/pool.ts';
import { LOGIN_ROLE } from '../db/roles.ts';
import { EXIT, ExitError } from '../lib/exit-error.ts';
import type { MasterKey } from '../lib/key-ring.ts';
import { explainFullDisk } from './full-disk.ts';
import {
  hasInstallation,
  isEmbedded,
  refuseUnfinishedRestore,
  SECRET_KEY_FILE,
} from './installation-files.ts';
import { type Connections, openDatabases } from './open-databases.ts';
import { rememberOpen } from './open-installations.ts';
import { loadOrCreateSecretKey } from './secret-key-file.ts';
import { shortWait, type WaitPolicy } from './wait-for-databases.ts';

export interface Installation {
  readonly embedded: EmbeddedPostgres | null;
  /** Whether this call created the installation. */
  readonly isNew: boolean;
  readonly masterKeys: readonly MasterKey[];
  /** For requests, jobs and commands: logs in as a role that owns nothing. */
  connectionTo(environment: EnvironmentName): ConnectionOptions;
  /** For migrations, export and import: logs in as the owner of the database. */
  ownerConnectionTo(environment: EnvironmentName): ConnectionOptions;
  close(): Promise<void>;
}

/** Joined to its database server, before its databases are created, checked and migrated by `openDatabases`. */
export interface JoinedInstallation extends Installation {
  /** Closes the installation if it fails. */
  openDatabases(): Promise<void>;
}

export interface OpenOptions {
  /** Creates an embedded installation if DATA_DIR holds none. Off by default: DATA_DIR may be mistyped. */
  readonly creates?: boolean;
  /** WAL archive of the embedded server from now on; undefined leaves the setting unchanged. */
  readonly walArchive?: string | null;
  /** When aborted, opening stops at the next step. */
  readonly stopping?: AbortSignal;
  /** Called when the embedded server has just been started: this process would only wait for it. */
  readonly whileStarting?: () => void;
  /** How long an external database is waited for. */
  readonly wait?: WaitPolicy;
  /** Applies migrations even with MIGRATIONS=wait: `waybill migrate`, and commands that fill empty databases. */
  readonly migrates?: boolean;
}

export async function openInstallation(
  config: Config,
  log: Logger,
  options: OpenOptions = {},
): Promise<Installation> {
  const installation = await joinInstallation(config, log, options);
  await installation.openDatabases();
  return installation;
}

export async function joinInstallation(
  config: Config,
  log: Logger,
  {
    creates = false,
    walArchive,
    stopping,
    whileStarting,
    wait = shortWait,
    migrates = false,
  }: OpenOptions = {},
): Promise<JoinedInstallation> {
  const isNew = isEmbedded(config) && checkDataFolder(config.dataDir, creates);
  const embedded = isEmbedded(config)
    ? await joinEmbeddedPostgres({ dataDir: config.dataDir, log, walArchive, stopping, whileStarting })
    : null;
  const close = rememberOpen(async () => embedded?.leave());
  const closeOnFailure = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      stopping?.throwIfAborted();
      return await work();
    } catch (error) {
      // Measured before the server stops, which frees space.
      const explained = explainFullDisk(error, embedded ? config.dataDir : null);
      await close();
      throw explained;
    }
  };
  const masterKeys = await closeOnFailure(
    async () => config.masterKeys ?? loadOrCreateSecretKey(resolve(config.dataDir, SECRET_KEY_FILE)),
  );
  const connections = new Map(
    config.environments.map((environment) => [
      environment.name,
      connectionsOf(environment, embedded, config.databaseConnectSeconds),
    ]),
  );
  const connectionsTo = (name: EnvironmentName) => connections.get(name) ?? missing(name);
  const waitsForMigrations = config.migrations === 'wait' && !migrates;
  return {
    embedded,
    isNew,
    masterKeys,
    connectionTo: (name) => connectionsTo(name).login,
    ownerConnectionTo: (name) => connectionsTo(name).owner,
    openDatabases: () =>
      closeOnFailure(() =>
        openDatabases(
          config.environments.map((environment) => ({ environment, ...connectionsTo(environment.name) })),
          embedded,
          { log, wait, stopping, isNew, waitsForMigrations },
        ),
      ),
    close,
  };
}

function checkDataFolder(dataDir: string, creates: boolean): boolean {
  refuseUnfinishedRestore(dataDir);
  if (hasInstallation(dataDir)) return false;
  if (creates) return true;
  throw new ExitError(
    `There is no Waybill installation in ${dataDir}. Set DATA_DIR to your installation, or set DATABASE_URL; "waybill serve" creates a new installation.`,
    EXIT.configuration,
  );
}

function connectionsOf(
  { name, databaseUrl, migrationUrl }: EnvironmentConfig,
  embedded: EmbeddedPostgres | null,
  connectSeconds: number | null,
): Connections {
  const patience = connectSeconds === null ? {} : { patienceMillis: connectSeconds * 1_000 };
  if (databaseUrl !== null)
    return {
      login: { ...connectionFromUrl(databaseUrl), ...patience },
      owner: { ...connectionFromUrl(migrationUrl ?? databaseUrl), ...patience },
    };
  if (!embedded) throw new Error('no database');
  const owner = { ...embedded.connectionTo(`waybill_${name}`), ...patience };
  return { login: { ...owner, user: LOGIN_ROLE }, owner };
}

function missing(name: EnvironmentName): never {
  throw new Error(`The environment ${name} is not configured. Set ENVIRONMENT to include it.`);
}
