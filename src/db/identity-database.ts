// Database handle for the role `waybill_identity`, used before the account is known: it reads clients, tokens, users
// and links, and no business data. Users: oauth, accounts, portal links and sessions, tracking links.
import type { Pool } from 'pg';
import type { BrandedDatabase } from './branded-database.ts';
import { createKysely } from './database.ts';
import { PipelinedPool } from './pipelined-pool.ts';
import { StatementDriver } from './statement-driver.ts';

export type IdentityDatabase = BrandedDatabase<'identity'>;

export function createIdentityDatabase(pool: Pool): IdentityDatabase {
  return createKysely<'identity'>(new StatementDriver(new PipelinedPool(pool), null));
}
