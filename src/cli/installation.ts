// The databases of this installation, opened for a command: joins the embedded server or uses DATABASE_URL, creates and
// migrates the database of every environment, and loads the secret key.
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { EnvironmentName } from '../config/environment-name.ts';
import type { Config, EnvironmentConfig } from '../config.ts';
import { connectionFromUrl } from '../db/connection-options.ts';
import { type EmbeddedPostgres, joinEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import type { ConnectionOptions } from '../db/pool.ts';
import type { MasterKey } from '../lib/key-ring.ts';
import { hasInstallation, refuseUnfinishedRestore, SECRET_KEY_FILE } from './installation-files.ts';
import { loadOrCreateSecretKey } from './secret-key-file.ts';
import { waitForDatabase } from './wait-for-database.ts';

export interface Installation {
  readonly embedded: EmbeddedPostgres | null;
  /** Whether this call created the installation. */
  readonly isNew: boolean;
  readonly masterKeys: readonly MasterKey[];
  connectionTo(environment: EnvironmentName): ConnectionOptions;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Creates an embedded installation if DATA_DIR holds none. Off by default: DATA_DIR may be mistyped. */
  readonly creates?: boolean;
  /** WAL archive of the embedded server from now on; undefined leaves the setting unchanged. */
  readonly walArchive?: string | null;
  /** When aborted, opening stops at the next step. */
  readonly stopping?: AbortSignal;
}

export function isEmbedded(config: Config): boolean {
  return config.environments.some(({ databaseUrl }) => databaseUrl === null);
}

export async function openInstallation(
  config: Config,
  log: Logger,
  { creates = false, walArchive, stopping }: OpenOptions = {},
): Promise<Installation> {
  const isNew = isEmbedded(config) && checkDataFolder(config.dataDir, creates);
  const embedded = isEmbedded(config)
    ? await joinEmbeddedPostgres({ dataDir: config.dataDir, log, walArchive, stopping })
    : null;
  try {
    stopping?.throwIfAborted();
    const connections = new Map<EnvironmentName, ConnectionOptions>();
    for (const environment of config.environments)
      connections.set(environment.name, connectionOf(environment, embedded, config.databaseConnectSeconds));
    await Promise.all(
      config.environments.map((environment) => prepare(environment, embedded, connections, log)),
    );
    stopping?.throwIfAborted();
    return {
      embedded,
      isNew,
      masterKeys:
        config.masterKeys ?? (await loadOrCreateSecretKey(resolve(config.dataDir, SECRET_KEY_FILE))),
      connectionTo: (name) => connections.get(name) ?? missing(name),
      close: async () => embedded?.leave(),
    };
  } catch (error) {
    await embedded?.leave();
    throw error;
  }
}

function checkDataFolder(dataDir: string, creates: boolean): boolean {
  refuseUnfinishedRestore(dataDir);
  if (hasInstallation(dataDir)) return false;
  if (creates) return true;
  throw new Error(
    `There is no Waybill installation in ${dataDir}. Set DATA_DIR to your installation, or set DATABASE_URL; "waybill serve" creates a new installation.`,
  );
}

function connectionOf(
  { name, databaseUrl }: EnvironmentConfig,
  embedded: EmbeddedPostgres | null,
  connectSeconds: number | null,
): ConnectionOptions {
  const connection =
    databaseUrl === null ? embedded?.connectionTo(`waybill_${name}`) : connectionFromUrl(databaseUrl);
  if (!connection) throw new Error('no database');
  return connectSeconds === null ? connection : { ...connection, patienceMillis: connectSeconds * 1_000 };
}

async function prepare(
  { name, databaseUrl }: EnvironmentConfig,
  embedded: EmbeddedPostgres | null,
  connections: ReadonlyMap<EnvironmentName, ConnectionOptions>,
  log: Logger,
): Promise<void> {
  if (databaseUrl === null) await embedded?.ensureDatabase(`waybill_${name}`);
  const connection = connections.get(name) ?? missing(name);
  await waitForDatabase(connection, log);
  const applied = await migrate(connection);
  if (applied.length > 0) log.info({ environment: name, applied }, 'migrations applied');
}

function missing(name: EnvironmentName): never {
  throw new Error(`The environment ${name} is not configured. Set ENVIRONMENT to include it.`);
}
