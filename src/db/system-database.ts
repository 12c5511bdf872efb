// Database handle for the role `waybill_system`, which sees every account: jobs, console, commands. `npm run check`
// enforces that partner routes cannot reach it through any chain of imports.
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { createKysely } from './database.ts';
import { PipelinedPool } from './pipelined-pool.ts';
import type { DB } from './schema.generated.ts';
import { type OnCommit, StatementDriver } from './statement-driver.ts';

export type SystemDatabase = Kysely<DB> & { readonly sees?: 'system' };

export function createSystemDatabase(pool: Pool, onCommit?: OnCommit): SystemDatabase {
  return createKysely(new StatementDriver(new PipelinedPool(pool), null, onCommit));
}
