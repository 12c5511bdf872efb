// Everything one environment holds open towards its database: a pool per role, and the listener.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createDatabase, type Database } from './database.ts';
import { createIdentityDatabase, type IdentityDatabase } from './identity-database.ts';
import { Listener } from './listener.ts';
import { pendingMigrations } from './migrate.ts';
import { LoneStatements } from './pipelined-pool.ts';
import { type ConnectionOptions, createPool, type DatabaseRole } from './pool.ts';
import { createSystemDatabase, type SystemDatabase } from './system-database.ts';

export interface EnvironmentDatabase {
  readonly app: Database;
  readonly identity: IdentityDatabase;
  readonly system: SystemDatabase;
  /** For due jobs: as `system`, but see `byIndex`. Connects only where there is background work. */
  readonly jobs: SystemDatabase;
  /** For the delivery engine: as `system`, but see `engineSettings`. */
  readonly engine: SystemDatabase;
  readonly listener: Listener;
  /** Names of what is not there: `database`, `migrations`, `listener`. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * For a few statements that are run all the time and are about rows that an index leads to: planned once, by index, whatever the size
 * of the tables at that moment. A plan that was made for an empty table is kept until PostgreSQL has looked at the table again.
 */
export const byIndex = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
];

/** What the engine writes can be done again if PostgreSQL crashes, so it does not wait for the disk. */
export const engineSettings = ['synchronous_commit=off', ...byIndex];

export function openEnvironmentDatabase(
  connection: ConnectionOptions,
  poolSize: number,
  log: Logger,
  onEvents: () => void,
): EnvironmentDatabase {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const open = (role: DatabaseRole, max: number, settings: readonly string[] = []): Pool =>
    createPool(connection, { role, max, onError, settings });
  const pools = {
    app: open('waybill_app', poolSize),
    identity: open('waybill_identity', 4),
    system: open('waybill_system', 4),
    // Without transactions it makes use of half.
    jobs: open('waybill_system', 4, byIndex),
    engine: open('waybill_system', 6, engineSettings),
  };
  const listener = new Listener(connection, log);
  const lone = new LoneStatements(pools.app);
  return {
    app: createDatabase(pools.app, onEvents),
    identity: createIdentityDatabase(pools.identity),
    system: createSystemDatabase(pools.system, onEvents),
    jobs: createSystemDatabase(pools.jobs, onEvents),
    engine: createSystemDatabase(pools.engine, onEvents),
    listener,
    check: () => check(lone, listener),
    close: async () => {
      await listener.stop();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

async function check(lone: LoneStatements, listener: Listener): Promise<string[]> {
  const missing = listener.listening ? [] : ['listener'];
  try {
    const { rows } = await lone.run({ text: 'select name from migration' }, null);
    const pending = await pendingMigrations(rows.map(({ name }: { name: string }) => name));
    return pending.length > 0 ? [...missing, 'migrations'] : missing;
  } catch {
    return ['database', ...missing];
  }
}
