// Connection pools, one database role each: the pool decides which rows its user can see.
import { Client, type ClientConfig, Pool } from 'pg';
import { exemptFromSilenceTimeout, observeFailures, STATEMENT_TIMEOUT_MILLIS } from './send-statement.ts';

/**
 * `pg` connection options. `patienceMillis` overrides the connect timeout, and with it the limit after which a silent
 * database counts as unavailable.
 */
export type ConnectionOptions = Pick<
  ClientConfig,
  'host' | 'port' | 'user' | 'password' | 'database' | 'ssl' | 'application_name'
> & { readonly patienceMillis?: number | undefined };

/**
 * - app: row-level security limits it to the account in the tenant setting of the connection;
 * - identity: sees the tables that identify callers, before the account is known;
 * - system: sees every account; for jobs, console, doctor.
 */
export type DatabaseRole = 'waybill_app' | 'waybill_identity' | 'waybill_system';

export interface PoolOptions {
  readonly role: DatabaseRole | null;
  readonly max: number;
  readonly onError: (error: Error) => void;
  /** Called with the error of every failed statement. */
  readonly onFailure?: (error: Error) => void;
  /** PostgreSQL settings for these connections, in addition to the defaults below. */
  readonly settings?: readonly string[];
  /** For scans of the whole database, such as the doctor: no statement timeout, read-only. Not for requests. */
  readonly forFullScans?: boolean;
}

/** Connect timeout: a request must be able to respond with 503 within a second of an outage. */
const connectTimeoutMillis = 900;

/**
 * How long a request waits for a free connection. Longer than the connect timeout, because a busy pool usually
 * recovers; then the response is 503.
 */
const poolWaitMillis = 5_000;

const keepAliveDelayMillis = 10_000;

export function createPool(
  connection: ConnectionOptions,
  { role, max, onError, onFailure, settings: extraSettings = [], forFullScans = false }: PoolOptions,
): Pool {
  const settings = [
    ...(forFullScans
      ? ['statement_timeout=0', 'default_transaction_read_only=on']
      : [`statement_timeout=${STATEMENT_TIMEOUT_MILLIS}`]),
    'idle_in_transaction_session_timeout=15000',
    'timezone=UTC',
    ...extraSettings,
  ];
  if (role) settings.push(`role=${role}`);
  const pool = new Pool({
    Client: ConnectTimeoutClient,
    ...connection,
    application_name: connection.application_name ?? `waybill:${role ?? 'owner'}`,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    max,
    connectionTimeoutMillis: Math.max(poolWaitMillis, connection.patienceMillis ?? 0),
    idleTimeoutMillis: 60_000,
    // Without a statement timeout only TCP keep-alive detects a dead peer.
    keepAlive: forFullScans,
    keepAliveInitialDelayMillis: keepAliveDelayMillis,
    // Statements are sent without waiting for earlier results: the tenant setting costs no extra round trip.
    pipeline: true,
  });
  // Both handlers are needed: an idle client emits errors on the pool, a checked-out client on itself. An unhandled
  // error event ends the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    if (onFailure) observeFailures(client, onFailure);
    if (forFullScans) exemptFromSilenceTimeout(client);
  });
  return pool;
}

/**
 * Sets its own connect timeout: `pg-pool` has one limit for both waiting for a free connection and opening a new one.
 */
class ConnectTimeoutClient extends Client {
  constructor(config?: ClientConfig & Pick<ConnectionOptions, 'patienceMillis'>) {
    const connectionTimeoutMillis = config?.patienceMillis ?? connectTimeoutMillis;
    // The pool defines `password` as non-enumerable; the spread does not copy it.
    super({ ...config, password: config?.password, connectionTimeoutMillis });
  }
}
