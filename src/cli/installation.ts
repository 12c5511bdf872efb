// The databases of this installation, opened for a command: the embedded server is joined or DATABASE_URL used, every
// environment's database exists and is migrated, and the secret key is at hand.
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { EnvironmentName } from '../config/environment-name.ts';
import type { Config, EnvironmentConfig } from '../config.ts';
import { connectionFromUrl } from '../db/connection-options.ts';
import { type EmbeddedPostgres, joinEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import type { ConnectionOptions } from '../db/pool.ts';
import type { MasterKey } from '../lib/key-ring.ts';
import { keepSecretKey } from './secret-key-file.ts';
import { waitForDatabase } from './wait-for-database.ts';

export interface Installation {
  readonly embedded: EmbeddedPostgres | null;
  readonly masterKeys: readonly MasterKey[];
  connectionTo(environment: EnvironmentName): ConnectionOptions;
  close(): Promise<void>;
}

export async function openInstallation(config: Config, log: Logger): Promise<Installation> {
  const embedded = config.environments.some(({ databaseUrl }) => databaseUrl === null)
    ? await joinEmbeddedPostgres({ dataDir: config.dataDir, log })
    : null;
  try {
    const connections = new Map<EnvironmentName, ConnectionOptions>();
    for (const environment of config.environments)
      connections.set(environment.name, connectionOf(environment, embedded));
    await Promise.all(
      config.environments.map((environment) => prepare(environment, embedded, connections, log)),
    );
    return {
      embedded,
      masterKeys: config.masterKeys ?? (await keepSecretKey(resolve(config.dataDir, 'secret-key'))),
      connectionTo: (name) => connections.get(name) ?? missing(name),
      close: async () => embedded?.leave(),
    };
  } catch (error) {
    await embedded?.leave();
    throw error;
  }
}

function connectionOf(
  { name, databaseUrl }: EnvironmentConfig,
  embedded: EmbeddedPostgres | null,
): ConnectionOptions {
  if (databaseUrl !== null) return connectionFromUrl(databaseUrl);
  if (!embedded) throw new Error('no database');
  return embedded.connectionTo(`waybill_${name}`);
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
  if (applied.length > 0) log.info({ environment: name, applied }, 'the database is up to date');
}

function missing(name: EnvironmentName): never {
  throw new Error(`The environment ${name} is not configured here; see ENVIRONMENT.`);
}
