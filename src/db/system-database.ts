// Database handle for the role `waybill_system`, which sees every account: jobs, console, commands. `npm run check`
// enforces that partner routes cannot reach it through any chain of imports.
import type { Pool } from 'pg';
import type { BrandedDatabase, BrandedTransaction } from './branded-database.ts';
import { createKysely } from './database.ts';
import { PipelinedPool } from './pipelined-pool.ts';
import { type OnCommit, StatementDriver } from './statement-driver.ts';

export type SystemDatabase = BrandedDatabase<'system'>;
export type SystemTransaction = BrandedTransaction<'system'>;

export function createSystemDatabase(pool: Pool, onCommit?: OnCommit): SystemDatabase {
  return createKysely<'system'>(new StatementDriver(new PipelinedPool(pool), null, onCommit));
}
