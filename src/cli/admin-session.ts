// Opens one environment for an operator's command and closes it afterwards. The command joins the embedded server of a
// running process over the same data folder, or starts the embedded server for the duration of the command.
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { Option } from 'commander';
import type { EnvironmentName } from '../config/environment-name.ts';
import { type Config, type EnvironmentConfig, readConfig } from '../config.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { type ConnectionOptions, createPool, type DatabaseRole, type PoolOptions } from '../db/pool.ts';
import { SecurityLog } from '../db/security-log.ts';
import { createSystemDatabase } from '../db/system-database.ts';
import type { CredentialAdminContext } from '../features/accounts/system/admin-context.ts';
import type { Actor } from '../lib/actor.ts';
import { systemClock } from '../lib/clock.ts';
import { randomIds } from '../lib/ids.ts';
import { KeyRing, type MasterKey } from '../lib/key-ring.ts';
import { createCommandLogger } from './command-logger.ts';
import { openInstallation } from './installation.ts';

export interface AdminOptions {
  readonly environment: EnvironmentName;
  readonly json?: boolean;
}

export const environmentOption = () =>
  new Option('-e, --environment <name>', 'environment to work on')
    .choices(['production', 'sandbox'])
    .default('production');

export const jsonOption = () => new Option('--json', 'print JSON instead of text');

export interface AdminSession extends CredentialAdminContext {
  /** App role: for work on the rows of one account, under row-level security. */
  readonly db: Database;
  readonly settings: EnvironmentConfig;
  readonly config: Config;
  readonly keys: KeyRing;
  /** For callers that open the environment as a whole, such as the demo. */
  readonly connection: ConnectionOptions;
  readonly masterKeys: readonly MasterKey[];
}

export async function withAdmin<T>(
  environment: EnvironmentName,
  work: (admin: AdminSession, actor: Actor) => Promise<T>,
  /** `creates`: create an embedded installation if DATA_DIR holds none. `looksAtAll`: plan settings for full scans. */
  { creates = false, forFullScans = false }: { creates?: boolean } & Pick<PoolOptions, 'forFullScans'> = {},
): Promise<T> {
  const [config, settings] = forEnvironment(readConfig(), environment);
  const log = createCommandLogger();
  const installation = await openInstallation(config, log, { creates });
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  // Pools connect lazily: a command that uses only one role opens only that connection.
  const open = (role: DatabaseRole) =>
    createPool(installation.connectionTo(environment), { role, max: 1, onError, forFullScans });
  const pools = { system: open('waybill_system'), app: open('waybill_app') };
  const keys = new KeyRing(installation.masterKeys, environment);
  const [clock, ids] = [systemClock, randomIds];
  try {
    const admin = {
      system: createSystemDatabase(pools.system),
      db: createDatabase(pools.app),
      clock,
      ids,
      environment,
      security: new SecurityLog({ environment, clock, ids, keys, log, metrics: null }),
      settings,
      config,
      keys,
      connection: installation.connectionTo(environment),
      masterKeys: installation.masterKeys,
    };
    return await work(admin, {
      kind: 'command',
      id: userInfo().username,
      requestId: `command-${randomUUID()}`,
    });
  } finally {
    await Promise.all([pools.system.end(), pools.app.end()]);
    await installation.close();
  }
}

function forEnvironment(config: Config, name: EnvironmentName): [Config, EnvironmentConfig] {
  const settings = config.environments.find((environment) => environment.name === name);
  if (!settings) throw new Error(`The environment ${name} is not configured. Set ENVIRONMENT to include it.`);
  return [{ ...config, environments: [settings] }, settings];
}
