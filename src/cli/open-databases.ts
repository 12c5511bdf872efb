// Opens the databases of an installation: creates or checks them, waits for an external server, and migrates.
import type { Logger } from 'pino';
import type { EnvironmentName } from '../config/environment-name.ts';
import type { EnvironmentConfig } from '../config.ts';
import type { EmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { powersOfLogin } from '../db/login-powers.ts';
import { applyMigrations, prepareToMigrate } from '../db/migrate.ts';
import type { ConnectionOptions } from '../db/pool.ts';
import { LOGIN_ROLE, type Login } from '../db/roles.ts';
import { settleAll } from './settle-all.ts';
import {
  type DatabaseTarget,
  START_WAIT_SECONDS,
  type WaitPolicy,
  waitForDatabases,
} from './wait-for-databases.ts';

export interface Connections {
  readonly login: ConnectionOptions;
  readonly owner: ConnectionOptions;
}

export interface OpenedEnvironment extends Connections {
  readonly environment: EnvironmentConfig;
}

/**
 * Creates the databases of the embedded server, checks those of an external one, and migrates. What the environments lack
 * is reported together, before the first migration.
 */
export async function openDatabases(
  all: readonly OpenedEnvironment[],
  embedded: EmbeddedPostgres | null,
  { log, wait, stopping }: { log: Logger; wait: WaitPolicy; stopping: AbortSignal | undefined },
): Promise<void> {
  if (embedded)
    await settleAll(all.map(({ environment: { name } }) => embedded.ensureDatabase(`waybill_${name}`)));
  const policy = embedded ? { ...wait, seconds: START_WAIT_SECONDS } : wait;
  await waitForDatabases(
    all.map(({ environment, owner }) => ownerTarget(environment, owner)),
    policy,
    stopping,
  );
  stopping?.throwIfAborted();
  await settleAll(
    all.map(({ environment, owner, login }) =>
      prepareToMigrate(owner, loginOf(environment, login.user ?? '')),
    ),
  );
  const separate = all.filter(({ environment }) => environment.migrationUrl !== undefined);
  await waitForDatabases(
    separate.map(({ environment, login, owner }) => loginTarget(environment, login, owner)),
    policy,
    stopping,
  );
  await settleAll(
    all.map(async ({ environment, owner }) => {
      const applied = await applyMigrations(owner);
      if (applied.length > 0) log.info({ environment: environment.name, applied }, 'migrations applied');
    }),
  );
  for (const { environment, login } of separate) {
    const powers = await powersOfLogin(login);
    if (powers.length > 0)
      log.warn(
        { environment: environment.name, powers },
        'the user of DATABASE_URL has more rights than it needs',
      );
  }
}

function loginOf({ databaseUrl, migrationUrl }: EnvironmentConfig, user: string): { login?: Login } {
  if (databaseUrl === null) return { login: { name: LOGIN_ROLE, creates: true } };
  return migrationUrl === undefined ? {} : { login: { name: user, creates: false } };
}

function ownerTarget(
  { name, databaseUrl, migrationUrl }: EnvironmentConfig,
  connection: ConnectionOptions,
): DatabaseTarget {
  const variable = migrationUrl === undefined ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL';
  return {
    variable: databaseUrl === null ? null : variableOf(name, variable),
    connection,
    owner: connection.user ?? '',
  };
}

function loginTarget(
  { name }: EnvironmentConfig,
  connection: ConnectionOptions,
  owner: ConnectionOptions,
): DatabaseTarget {
  return { variable: variableOf(name, 'DATABASE_URL'), connection, owner: owner.user ?? '' };
}

function variableOf(name: EnvironmentName, variable: string): string {
  return name === 'sandbox' ? `SANDBOX_${variable}` : variable;
}
