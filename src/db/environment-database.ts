// All database connections of one environment: one pool per role or workload, and the listener.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createDatabase, type Database } from './database.ts';
import { FullDiskWatch } from './full-disk-watch.ts';
import { createIdentityDatabase, type IdentityDatabase } from './identity-database.ts';
import { Listener } from './listener.ts';
import { pendingMigrations } from './migrate.ts';
import { PipelinedPool } from './pipelined-pool.ts';
import { type ConnectionOptions, createPool, type DatabaseRole } from './pool.ts';
import { poolWaitObserver } from './pool-metrics.ts';
import { observeWaits } from './pool-waits.ts';
import { createSystemDatabase, type SystemDatabase } from './system-database.ts';

export interface EnvironmentDatabase {
  readonly app: Database;
  readonly identity: IdentityDatabase;
  readonly system: SystemDatabase;
  /**
   * For due jobs: the system role with the planner settings of `indexPlanSettings`. Opens connections only in processes that run
   * a worker.
   */
  readonly jobs: SystemDatabase;
  /** For the delivery engine and the relay: the system role with `engineSettings`. */
  readonly engine: SystemDatabase;
  readonly listener: Listener;
  /** Readiness: names of the missing dependencies, a subset of `database`, `disk`, `migrations`, `listener`. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Planner settings for a few hot statements that always reach their rows by index: one generic plan, index scans only,
 * independent of the table sizes at planning time. Without them a plan made for an empty table stays cached until the
 * next ANALYZE.
 */
export const indexPlanSettings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
];

/**
 * Asynchronous commit: the engine's writes can be repeated after a crash of PostgreSQL, so they do not wait for the WAL
 * flush.
 */
export const engineSettings = ['synchronous_commit=off', ...indexPlanSettings];

export interface EnvironmentDatabaseOptions {
  readonly environment: string;
  /** Connections for requests of partners; the other pools have fixed sizes. */
  readonly poolSize: number;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly onEvents: () => void;
}

export function openEnvironmentDatabase(
  connection: ConnectionOptions,
  { environment, poolSize, log, metrics, onEvents }: EnvironmentDatabaseOptions,
): EnvironmentDatabase {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const open = (role: DatabaseRole, max: number, settings: readonly string[] = []): Pool =>
    createPool(connection, { role, max, onError, onFailure: (error) => disk.observe(error), settings });
  const pools = {
    app: open('waybill_app', poolSize),
    identity: open('waybill_identity', 4),
    system: open('waybill_system', 4),
    // Used for single statements only, which take at most half of a pool (pipelined-pool.ts).
    jobs: open('waybill_system', 4, indexPlanSettings),
    engine: open('waybill_system', 6, engineSettings),
  };
  for (const [pool, each] of Object.entries(pools))
    observeWaits(each, poolWaitObserver(metrics, { environment, pool }));
  const disk = new FullDiskWatch(() => pools.system, log);
  const listener = new Listener(connection, log);
  const pipelined = new PipelinedPool(pools.app);
  return {
    app: createDatabase(pools.app, onEvents),
    identity: createIdentityDatabase(pools.identity),
    system: createSystemDatabase(pools.system, onEvents),
    jobs: createSystemDatabase(pools.jobs, onEvents),
    engine: createSystemDatabase(pools.engine, onEvents),
    listener,
    check: () => check(pipelined, listener, disk),
    close: async () => {
      disk.stop();
      await listener.stop();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

async function check(pipelined: PipelinedPool, listener: Listener, disk: FullDiskWatch): Promise<string[]> {
  const missing = [...(listener.listening ? [] : ['listener']), ...(disk.isFull ? ['disk'] : [])];
  try {
    const { rows } = await pipelined.run({ text: 'select name from migration' }, null);
    const pending = await pendingMigrations(rows.map(({ name }: { name: string }) => name));
    return pending.length > 0 ? [...missing, 'migrations'] : missing;
  } catch {
    return ['database', ...missing];
  }
}
