// Opens one environment for an operator's command and closes it afterwards. If a server is running over the same data
// folder, the command joins its database; otherwise it starts one for the moment.

import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { Option } from 'commander';
import { type Config, type EnvironmentName, readConfig } from '../config.ts';
import { createPool } from '../db/pool.ts';
import { createSystemDatabase } from '../db/system-database.ts';
import type { AdminContext, CommandOrigin } from '../features/accounts/system/admin-context.ts';
import { systemClock } from '../lib/clock.ts';
import { randomIds } from '../lib/ids.ts';
import { createLogger } from '../lib/logger.ts';
import { openInstallation } from './installation.ts';

export interface AdminOptions {
  readonly environment: EnvironmentName;
  readonly json?: boolean;
}

export const environmentOption = () =>
  new Option('-e, --environment <name>', 'which environment')
    .choices(['production', 'sandbox'])
    .default('production');

export const jsonOption = () => new Option('--json', 'print JSON for programs');

export async function withAdmin<T>(
  environment: EnvironmentName,
  work: (admin: AdminContext, origin: CommandOrigin) => Promise<T>,
): Promise<T> {
  const config = forEnvironment(readConfig(), environment);
  const log = createLogger('error', { write: (line) => process.stderr.write(line) });
  const installation = await openInstallation(config, log);
  const pool = createPool(installation.connectionTo(environment), {
    role: 'waybill_system',
    max: 1,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  try {
    const admin = { system: createSystemDatabase(pool), clock: systemClock, ids: randomIds, environment };
    return await work(admin, { actorId: userInfo().username, requestId: `command-${randomUUID()}` });
  } finally {
    await pool.end();
    await installation.close();
  }
}

function forEnvironment(config: Config, name: EnvironmentName): Config {
  const environments = config.environments.filter((environment) => environment.name === name);
  if (environments.length === 0)
    throw new Error(`The environment ${name} is not configured here; see ENVIRONMENT.`);
  return { ...config, environments };
}
