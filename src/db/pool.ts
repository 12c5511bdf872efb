// Connection pools. Each pool belongs to one database role, so what a caller may see is decided by the pool it was given.
import { Client, type ClientConfig, Pool } from 'pg';
import { leaveUnwatched, STATEMENT_TIMEOUT_MILLIS } from './send-statement.ts';

/** How to reach a database: `pg`'s own connection options, and for how long its silence is no outage, if not for our usual. */
export type ConnectionOptions = Pick<
  ClientConfig,
  'host' | 'port' | 'user' | 'password' | 'database' | 'ssl' | 'application_name'
> & { readonly patienceMillis?: number | undefined };

/**
 * - app: sees the rows of one account at a time, which the connection must name (row-level security);
 * - identity: sees the tables that say who somebody is, before an account is known;
 * - system: jobs, console, doctor.
 */
export type DatabaseRole = 'waybill_app' | 'waybill_identity' | 'waybill_system';

export interface PoolOptions {
  readonly role: DatabaseRole | null;
  readonly max: number;
  readonly onError: (error: Error) => void;
  /** Settings of PostgreSQL for these connections, on top of ours. */
  readonly settings?: readonly string[];
  /** For who looks at everything: statements take as long as they take, and only read. No request may wait for such. */
  readonly looksAtAll?: boolean;
}

/** A request must be able to answer 503 within a second of the database going away. */
const promptConnectMillis = 900;

/** All connections being busy is no outage: others will be done with theirs. */
const busyTimeoutMillis = 5_000;

const keepAliveAfterMillis = 10_000;

export function createPool(
  connection: ConnectionOptions,
  { role, max, onError, settings: more = [], looksAtAll = false }: PoolOptions,
): Pool {
  const settings = [
    ...(looksAtAll
      ? ['statement_timeout=0', 'default_transaction_read_only=on']
      : [`statement_timeout=${STATEMENT_TIMEOUT_MILLIS}`]),
    'idle_in_transaction_session_timeout=15000',
    'timezone=UTC',
    ...more,
  ];
  if (role) settings.push(`role=${role}`);
  const pool = new Pool({
    Client: PromptClient,
    ...connection,
    application_name: connection.application_name ?? `waybill:${role ?? 'owner'}`,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    max,
    connectionTimeoutMillis: Math.max(busyTimeoutMillis, connection.patienceMillis ?? 0),
    idleTimeoutMillis: 60_000,
    // Where silence may be work, only the network can tell that nobody is there any more.
    keepAlive: looksAtAll,
    keepAliveInitialDelayMillis: keepAliveAfterMillis,
    // Two statements given to one connection go out together: naming the account costs no round trip of its own.
    pipeline: true,
  });
  // Both are needed: an idle client reports through the pool, a checked-out one only through itself, and an error
  // event that nobody hears ends the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    if (looksAtAll) leaveUnwatched(client);
  });
  return pool;
}

/** The pool has one limit for both, getting a connection that others use and making one. */
class PromptClient extends Client {
  constructor(config?: ClientConfig & Pick<ConnectionOptions, 'patienceMillis'>) {
    const connectionTimeoutMillis = config?.patienceMillis ?? promptConnectMillis;
    // The pool hides the password from being copied along with the rest.
    super({ ...config, password: config?.password, connectionTimeoutMillis });
  }
}
