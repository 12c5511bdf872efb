// The database for the moment before an account is known: it sees who somebody is (clients, tokens, users) and nothing of
// what accounts own. Only oauth, accounts, the portal's links and sessions, and the tracking page's links use it.
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOver } from './database.ts';
import { LoneStatements } from './pipelined-pool.ts';
import type { DB } from './schema.generated.ts';
import { StatementDriver } from './statement-driver.ts';

export type IdentityDatabase = Kysely<DB> & { readonly sees?: 'identity' };

export function createIdentityDatabase(pool: Pool): IdentityDatabase {
  return kyselyOver(new StatementDriver(new LoneStatements(pool), null));
}
