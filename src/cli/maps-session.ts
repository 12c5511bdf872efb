// Opens the environments of an installation for `waybill maps`, with the locks of map regions.
import { randomUUID } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import type { EnvironmentName } from '../config/environment-name.ts';
import { type Config, readConfig } from '../config.ts';
import { type ConnectionOptions, createPool } from '../db/pool.ts';
import { type SessionLock, trySessionLock } from '../db/session-lock.ts';
import { createSystemDatabase } from '../db/system-database.ts';
import type { AdminContext } from '../features/accounts/system/admin-context.ts';
import { regionLock } from '../features/maps/system/import-map.ts';
import type { Actor } from '../lib/actor.ts';
import { systemClock } from '../lib/clock.ts';
import { EXIT, ExitError } from '../lib/exit-error.ts';
import { fullDiskError, isFileSystemFull } from '../lib/full-disk.ts';
import { randomIds } from '../lib/ids.ts';
import { createCommandLogger } from './command-logger.ts';
import { explainFullDisk } from './full-disk.ts';
import { openInstallation } from './installation.ts';

export interface MapsEnvironment extends AdminContext {
  readonly connection: ConnectionOptions;
}

export interface MapsSession {
  readonly environments: readonly MapsEnvironment[];
  readonly actor: Actor;
  readonly dataDir: string;
  /** Data directory of an embedded server, whose free space can be measured. */
  readonly embeddedIn: string | null;
  /** For temporary files: the data directory of an embedded server, otherwise TMPDIR. */
  readonly scratchFolder: string;
}

/** All environments of the installation, or the chosen one. */
export async function withMaps<T>(
  chosen: EnvironmentName | undefined,
  work: (session: MapsSession) => Promise<T>,
): Promise<T> {
  const config = chosenEnvironments(readConfig(), chosen);
  const log = createCommandLogger();
  const installation = await openInstallation(config, log);
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const opened = config.environments.map(({ name }) => {
    const connection = installation.connectionTo(name);
    return { name, connection, pool: createPool(connection, { role: 'waybill_system', max: 1, onError }) };
  });
  const embeddedIn = installation.embedded ? config.dataDir : null;
  const scratchFolder = embeddedIn ?? tmpdir();
  try {
    return await work({
      environments: opened.map(({ name, connection, pool }) => ({
        environment: name,
        connection,
        system: createSystemDatabase(pool),
        clock: systemClock,
        ids: randomIds,
      })),
      actor: { kind: 'command', id: userInfo().username, requestId: `command-${randomUUID()}` },
      dataDir: config.dataDir,
      embeddedIn,
      scratchFolder,
    });
  } catch (error) {
    throw isFileSystemFull(error) ? fullDiskError(scratchFolder, error) : explainFullDisk(error, embeddedIn);
  } finally {
    await Promise.all(opened.map(({ pool }) => pool.end()));
    await installation.close();
  }
}

function chosenEnvironments(config: Config, chosen: EnvironmentName | undefined): Config {
  if (chosen === undefined) return config;
  const environments = config.environments.filter(({ name }) => name === chosen);
  if (environments.length === 0)
    throw new Error(`The environment ${chosen} is not configured. Set ENVIRONMENT to include it.`);
  return { ...config, environments };
}

/** Holds the lock of the region in every environment. `lost` is aborted when the connection of a lock is lost. */
export async function withRegionLocks<T>(
  { environments }: MapsSession,
  region: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const locks: SessionLock[] = [];
  try {
    for (const { connection, environment } of environments) {
      const lock = await trySessionLock(connection, regionLock(region));
      if (!lock)
        throw new ExitError(
          `Another command imports or removes the map region "${region}" in ${environment}. Wait until it has finished.`,
          EXIT.unavailable,
        );
      locks.push(lock);
    }
    return await work(AbortSignal.any(locks.map(({ lost }) => lost)));
  } finally {
    for (const lock of locks) await lock.release();
  }
}
