// Waits for database servers that are still starting, as containers start in parallel. The first failure is announced at
// once, then the wait is silent and bounded. A refused login or an unknown database ends it at once: waiting cannot fix
// them. Messages never contain a password.
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabaseSql, grantConnectSql, loginSql, needsAdministrator } from '../db/administrator-sql.ts';
import { type ConnectFailure, canConnect } from '../db/can-connect.ts';
import type { ConnectionOptions } from '../db/pool.ts';
import { EXIT, ExitError } from '../lib/exit-error.ts';
import { settleAll } from './settle-all.ts';

export interface DatabaseTarget {
  /** Environment variable with the URL; null: the embedded server. */
  readonly variable: string | null;
  readonly connection: ConnectionOptions;
  /** Owner of a database that does not exist yet; null: not known to this process (MIGRATIONS=wait). */
  readonly owner: string | null;
}

export interface WaitPolicy {
  readonly seconds: number;
  /** How long migrations of another process are waited for; default: `seconds`. */
  readonly migrationSeconds?: number;
  /** Called once per server that is waited for. */
  announce(wait: { server: string; seconds: number; reason: string }): void;
}

/** Interactive commands: the server usually runs already, so that a failure is reported soon. */
export const shortWait: WaitPolicy = { seconds: 8, announce: () => {} };
/** For `serve` and `migrate`, which start together with the database. */
export const START_WAIT_SECONDS = 30;
/** For `serve` with MIGRATIONS=wait: a migration may rewrite a large table. */
export const MIGRATION_WAIT_SECONDS = 600;

const retryMillis = 500;
/** A server that drops packets is silent: it is announced after this time. */
const silenceMillis = 2_000;

/** `stopping` ends the wait at once. */
export async function waitForDatabases(
  targets: readonly DatabaseTarget[],
  policy: WaitPolicy,
  stopping?: AbortSignal,
): Promise<void> {
  const announced = new Set<string>();
  const announce = (server: string, reason: string) => {
    if (announced.has(server)) return;
    announced.add(server);
    policy.announce({ server, seconds: policy.seconds, reason });
  };
  const { seconds } = policy;
  const wait = { all: targets, seconds, announce, stopping };
  await settleAll(targets.map((target) => waitForDatabase(target, wait)));
}

interface Wait {
  readonly all: readonly DatabaseTarget[];
  readonly seconds: number;
  readonly announce: (server: string, reason: string) => void;
  readonly stopping: AbortSignal | undefined;
}

async function waitForDatabase(
  target: DatabaseTarget,
  { all, seconds, announce, stopping }: Wait,
): Promise<void> {
  const { connection } = target;
  const server = serverOf(connection);
  const deadline = performance.now() + seconds * 1_000;
  const silence = setTimeout(() => announce(server, 'no answer yet'), silenceMillis);
  try {
    for (;;) {
      const failure = await canConnect(connection);
      if (failure === null) return;
      if (!failure.isTransient) throw explain(target, failure);
      announce(server, failure.message);
      if (performance.now() > deadline) throw unreachable(server, failure, all, seconds);
      await delay(retryMillis, null, { ...(stopping && { signal: stopping }) });
    }
  } finally {
    clearTimeout(silence);
  }
}

/** One error for all targets on the same server. */
function unreachable(
  server: string,
  { message }: ConnectFailure,
  all: readonly DatabaseTarget[],
  seconds: number,
): ExitError {
  const variables = all
    .filter(({ connection }) => serverOf(connection) === server)
    .flatMap(({ variable }) => variable ?? []);
  const advice =
    variables.length === 0
      ? 'Its log is in the data directory.'
      : `Start it, or correct host and port in ${[...new Set(variables)].join(', ')}.`;
  return new ExitError(
    `PostgreSQL at ${server} was not reachable for ${seconds} seconds: ${message}. ${advice}`,
    EXIT.unavailable,
  );
}

const INVALID_PASSWORD = '28P01';
const UNKNOWN_DATABASE = '3D000';
const INSUFFICIENT_PRIVILEGE = '42501';

function explain({ variable, connection, owner }: DatabaseTarget, failure: ConnectFailure): ExitError {
  const server = serverOf(connection);
  const user = connection.user ?? '';
  const database = connection.database ?? '';
  const named = variable ?? 'the embedded server';
  switch (failure.sqlState) {
    case INVALID_PASSWORD:
      return needsAdministrator(
        `PostgreSQL at ${server} refuses the login of ${named}: the password of the user ${user} is wrong, or the user does not exist. Correct the URL, or create the user.`,
        loginSql(user, { isOwner: user === owner }),
      );
    case UNKNOWN_DATABASE:
      if (owner === null)
        return new ExitError(
          `PostgreSQL at ${server} has no database ${database}, which ${named} names. Correct the URL, or create the database for the user that runs the migrations (docs/configuration.md#external-postgresql).`,
          EXIT.configuration,
        );
      return needsAdministrator(
        `PostgreSQL at ${server} has no database ${database}, which ${named} names. Correct the URL, or create the database.`,
        [createDatabaseSql(database, owner)],
      );
    case INSUFFICIENT_PRIVILEGE:
      return needsAdministrator(`The user ${user} of ${named} may not connect to the database ${database}.`, [
        grantConnectSql(database, user),
      ]);
    default:
      return new ExitError(
        `PostgreSQL at ${server} refuses the connection of ${named}: ${failure.message}. Correct the URL or the settings of the server.`,
        EXIT.configuration,
      );
  }
}

function serverOf({ host, port }: ConnectionOptions): string {
  return `${host ?? 'localhost'}:${port ?? 5432}`;
}
