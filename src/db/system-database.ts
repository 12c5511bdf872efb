// Databases that are not bound to one account. `identity` answers who somebody is before an account is known; `system`
// serves jobs, the console and operators' commands. Partner routes may import neither (a law that `npm run check` holds).
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOver } from './database.ts';
import type { DB } from './schema.generated.ts';
import { StatementDriver } from './statement-driver.ts';

export type IdentityDatabase = Kysely<DB> & { readonly sees?: 'identity' };
export type SystemDatabase = Kysely<DB> & { readonly sees?: 'system' };

export function createSystemDatabase(pool: Pool): SystemDatabase {
  return kyselyOver(new StatementDriver(pool, null));
}

export function createIdentityDatabase(pool: Pool): IdentityDatabase {
  return kyselyOver(new StatementDriver(pool, null));
}
