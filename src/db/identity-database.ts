// Database handle for the role `waybill_identity`, used before the account is known: it reads clients, tokens, users
// and links, and no business data. Users: oauth, accounts, portal links and sessions, tracking links.
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { createKysely } from './database.ts';
import { PipelinedPool } from './pipelined-pool.ts';
import type { DB } from './schema.generated.ts';
import { StatementDriver } from './statement-driver.ts';

export type IdentityDatabase = Kysely<DB> & { readonly sees?: 'identity' };

export function createIdentityDatabase(pool: Pool): IdentityDatabase {
  return createKysely(new StatementDriver(new PipelinedPool(pool), null));
}
