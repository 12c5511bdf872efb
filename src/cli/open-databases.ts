// Opens the databases of an installation: creates or checks them, waits for an external server, and migrates.
import type { Logger } from 'pino';
import type { EnvironmentName } from '../config/environment-name.ts';
import type { EnvironmentConfig } from '../config.ts';
import type { EmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { isUpToDate } from '../db/is-up-to-date.ts';
import { powersOfLogin } from '../db/login-powers.ts';
import { applyMigrations, prepareToMigrate } from '../db/migrate.ts';
import type { ConnectionOptions } from '../db/pool.ts';
import { LOGIN_ROLE, type Login } from '../db/roles.ts';
import { sqlState } from '../db/sql-state.ts';
import { waitForMigrations } from '../db/wait-for-migrations.ts';
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

interface OpenPolicy {
  readonly log: Logger;
  readonly wait: WaitPolicy;
  readonly stopping: AbortSignal | undefined;
  /** Whether the installation was created just now: none of its databases exists. */
  readonly isNew: boolean;
  readonly waitsForMigrations: boolean;
}

/** Creates or checks the databases, and migrates them or waits until another process has migrated them. */
export async function openDatabases(
  all: readonly OpenedEnvironment[],
  embedded: EmbeddedPostgres | null,
  policy: OpenPolicy,
): Promise<void> {
  if (policy.waitsForMigrations) return openMigrated(all, policy);
  if (embedded && policy.isNew) await copyFirstDatabase(all, embedded, policy);
  return openAndMigrate(all, embedded, policy);
}

/** The template has connections, for example of another process that starts at the same time. */
const OBJECT_IN_USE = '55006';

/**
 * New databases are equal until they are seeded: only the first one is migrated, and the others are copies of it. What could
 * not be copied, or not before the process was killed, is created and migrated as in every other start.
 */
async function copyFirstDatabase(
  [first, ...others]: readonly OpenedEnvironment[],
  embedded: EmbeddedPostgres,
  policy: OpenPolicy,
): Promise<void> {
  if (!first || others.length === 0) return;
  await createAndMigrate([first], embedded, policy);
  for (const { environment } of others)
    await embedded
      .ensureDatabase(databaseOf(environment), databaseOf(first.environment))
      .catch((error: unknown) => {
        if (sqlState(error) !== OBJECT_IN_USE) throw error;
      });
}

function databaseOf({ name }: EnvironmentConfig): string {
  return `waybill_${name}`;
}

async function openMigrated(all: readonly OpenedEnvironment[], policy: OpenPolicy): Promise<void> {
  const { log, wait, stopping } = policy;
  await waitForDatabases(
    all.map(({ environment, login, owner }) =>
      loginTarget(environment, login, environment.migrationUrl === undefined ? null : owner),
    ),
    wait,
    stopping,
  );
  await settleAll(
    all.map(({ environment: { name }, login }) =>
      waitForMigrations(login, {
        seconds: wait.migrationSeconds ?? wait.seconds,
        stopping,
        announce: (pending) => log.warn({ environment: name, pending }, 'waiting for migrations'),
      }),
    ),
  );
  await warnOfPowers(all, log);
}

/** Databases that are complete are recognised with one statement; all others take the long way. */
async function openAndMigrate(
  all: readonly OpenedEnvironment[],
  embedded: EmbeddedPostgres | null,
  policy: OpenPolicy,
): Promise<void> {
  const upToDate = await Promise.all(
    all.map(({ environment, owner, login }) =>
      isUpToDate(owner, loginOf(environment, login.user ?? '').login),
    ),
  );
  const others = all.filter((_, index) => !upToDate[index]);
  if (others.length > 0) await createAndMigrate(others, embedded, policy);
  const separate = all.filter(({ environment }) => environment.migrationUrl !== undefined);
  await requireLogins(separate, policy);
  await warnOfPowers(separate, policy.log);
}

/**
 * Creates the databases of the embedded server, checks those of an external one, and migrates. What the environments lack
 * is reported together, before the first migration.
 */
async function createAndMigrate(
  all: readonly OpenedEnvironment[],
  embedded: EmbeddedPostgres | null,
  policy: OpenPolicy,
): Promise<void> {
  const { log, stopping } = policy;
  if (embedded)
    await settleAll(all.map(({ environment }) => embedded.ensureDatabase(databaseOf(environment))));
  const wait = embedded ? { ...policy.wait, seconds: START_WAIT_SECONDS } : policy.wait;
  await waitForDatabases(
    all.map(({ environment, owner }) => ownerTarget(environment, owner)),
    wait,
    stopping,
  );
  stopping?.throwIfAborted();
  await settleAll(
    all.map(({ environment, owner, login }) =>
      prepareToMigrate(owner, loginOf(environment, login.user ?? '')),
    ),
  );
  await requireLogins(
    all.filter(({ environment }) => environment.migrationUrl !== undefined),
    policy,
  );
  await settleAll(
    all.map(async ({ environment, owner }) => {
      const applied = await applyMigrations(owner);
      if (applied.length > 0) log.info({ environment: environment.name, applied }, 'migrations applied');
    }),
  );
}

/** That the users of DATABASE_URL can log in, before the first migration. */
async function requireLogins(
  all: readonly OpenedEnvironment[],
  { wait, stopping }: OpenPolicy,
): Promise<void> {
  await waitForDatabases(
    all.map(({ environment, login, owner }) => loginTarget(environment, login, owner)),
    wait,
    stopping,
  );
}

async function warnOfPowers(all: readonly OpenedEnvironment[], log: Logger): Promise<void> {
  for (const { environment, login } of all) {
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
  owner: ConnectionOptions | null,
): DatabaseTarget {
  return { variable: variableOf(name, 'DATABASE_URL'), connection, owner: owner?.user ?? null };
}

function variableOf(name: EnvironmentName, variable: string): string {
  return name === 'sandbox' ? `SANDBOX_${variable}` : variable;
}
