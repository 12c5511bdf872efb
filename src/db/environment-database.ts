// Everything one environment holds open towards its database: a pool per role, and the listener.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createDatabase, type Database } from './database.ts';
import { createIdentityDatabase, type IdentityDatabase } from './identity-database.ts';
import { Listener } from './listener.ts';
import { pendingMigrations } from './migrate.ts';
import { type ConnectionOptions, createPool, type DatabaseRole } from './pool.ts';
import { createSystemDatabase, type SystemDatabase } from './system-database.ts';

export interface EnvironmentDatabase {
  readonly app: Database;
  readonly identity: IdentityDatabase;
  readonly system: SystemDatabase;
  readonly listener: Listener;
  /** Names of what is not there: `database`, `migrations`, `listener`. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}

export function openEnvironmentDatabase(
  connection: ConnectionOptions,
  poolSize: number,
  log: Logger,
): EnvironmentDatabase {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const open = (role: DatabaseRole, max: number): Pool => createPool(connection, { role, max, onError });
  const pools = {
    app: open('waybill_app', poolSize),
    identity: open('waybill_identity', 4),
    system: open('waybill_system', 4),
  };
  const listener = new Listener(connection, log);
  return {
    app: createDatabase(pools.app),
    identity: createIdentityDatabase(pools.identity),
    system: createSystemDatabase(pools.system),
    listener,
    check: () => check(pools.app, listener),
    close: async () => {
      await listener.stop();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

async function check(pool: Pool, listener: Listener): Promise<string[]> {
  const missing = listener.listening ? [] : ['listener'];
  try {
    const { rows } = await pool.query<{ name: string }>('select name from migration');
    const pending = await pendingMigrations(rows.map(({ name }) => name));
    return pending.length > 0 ? [...missing, 'migrations'] : missing;
  } catch {
    return ['database', ...missing];
  }
}
